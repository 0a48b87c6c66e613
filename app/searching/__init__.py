"""
Everything that is searched for, in one pool of processes with two lanes: our pages, and the questions of strangers.

    answers     what pages ask: the final sheet, plans, limits, journeys …
    strangers   what the API asks: JSON in, JSON out
    askers      who asks, and so whose turn it is and who pays
    queue       whose turn it is
    charging    pages that work something out themselves pay for it
    turns       pages of one address come one after the other
    budgets     what may still be spent, in seconds of CPU
    pool        the questions, their answers, the processes
    child       one process, seen from the server
    worker      the same process, seen from within

``docs/decisions/0004-one-pool.md`` says why.
"""
