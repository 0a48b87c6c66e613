"""
Who may see and do what: the only place that decides it.

    visit(code, offer) -> (Table, Viewer)          404 unknown, 403 closed to strangers, 429 too many tries
    viewer_of(table) -> Viewer              who this phone is at a table
    may_record(viewer, event, state, entries, roots) -> None, or raises Denied
    roots_of(entries) -> by number the entry that each is about, through all retractions
    visible_entries(viewer, state, entries) -> the log as this phone may read it: entries, and Hidden(seq)
    visible_state(viewer, state, entries) -> the state without what this phone may not know
    visible_tickets(viewer, state, player) -> tickets, or None while they are secret
    opened(state, asked) -> whether an address shows a hand, or the shutter in front of it
    may_see_totals(viewer, state, table) -> bool
    join(code), send_away(table), take_seat(table, seat, token), offer_seat(table, seat), free_seat(table, seat),
    invitation(table) -> the mark in the link of the QR code, with which a phone need not have guessed the code
    offer_keeper(table), take_keeper(table, token), set_locked(table, locked), set_options(table, **options)

A phone is a random id in a signed cookie. Whoever opens a table is its *keeper* and holds all its seats: one phone for
everybody. Another phone may take a seat that the keeper's phone holds as long as no tickets were entered for it. After
that a seat passes only by an offer of the phone that holds it (a link with a token, good for one time), because its tickets pass with it.
Once the tickets lie open no seat is free: a seat then passes by an offer alone, its phone mends its own tickets, and
every other entry is the keeper's.
The keeper can free a seat whose phone is lost; then the tickets stay behind, secret, taken back, to be entered anew.

Tickets of a seat are seen by the phone that holds it alone until they are revealed. For everybody else such an entry,
and whatever takes it back, is only a number: no seat, no phone, no time.
"""

from app.tables.access.deciding import (
    as_recorded,
    held_by_others,
    may_record,
    may_see_most,
    may_see_totals,
    opened,
    roots_of,
    seconds_to_wait,
    view_key,
    visible_entries,
    visible_state,
    visible_tickets,
)
from app.tables.access.seats import (
    free_seat,
    join,
    may_take,
    need_keeper,
    offer_keeper,
    offer_seat,
    send_away,
    set_locked,
    set_options,
    take_keeper,
    take_seat,
    watchers,
)
from app.tables.access.viewers import (
    Denied,
    Hidden,
    Viewer,
    device_id,
    invitation,
    make_device,
    may_watch,
    new_id,
    viewer_from,
    viewer_of,
    visit,
)

__all__ = [
    "Denied",
    "Hidden",
    "Viewer",
    "as_recorded",
    "device_id",
    "free_seat",
    "held_by_others",
    "invitation",
    "join",
    "make_device",
    "may_record",
    "may_see_most",
    "may_see_totals",
    "may_take",
    "may_watch",
    "need_keeper",
    "new_id",
    "offer_keeper",
    "offer_seat",
    "opened",
    "roots_of",
    "seconds_to_wait",
    "send_away",
    "set_locked",
    "set_options",
    "take_keeper",
    "take_seat",
    "view_key",
    "viewer_from",
    "viewer_of",
    "visible_entries",
    "visible_state",
    "visible_tickets",
    "visit",
    "watchers",
]
