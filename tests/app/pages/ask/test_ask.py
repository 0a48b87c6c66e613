"""Ask the table: the deck from any place, a hand together, which cards to keep, the most that is possible."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from app.pages.ask.most import verdicts
from app.pages.ask.plan import together_view
from app.pages.ask.present import Drawn, whole_board
from app.searching import answers
from app.searching.pool import SEARCHES
from app.searching.questions import Progress
from app.tables import recording
from solver.formats.load import load_edition
from solver.game.edition import Ticket
from solver.game.state import LastRound
from solver.questions.reach import deck_of
from solver.scoring.prospects import Prospect
from solver.scoring.settle import ends_of
from solver.search.network import usable
from solver.search.tickets.keep import keep
from solver.search.tickets.plan import plan
from solver.search.tickets.reach import reach
from tests.app.phones import open_table, sit

HAND = ("berlin--london", "paris--wien", "athina--edinburgh")


def state_of(app, table):
    """Everything that lies on the table."""
    with app.app_context():
        return recording.current(table)[0]


def form(phone, path, fields):
    """Send a form whose fields may come more than once."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.get("/settings").text)
    return phone.client.post(path, data={"csrf_token": token[1], **fields})


def rows(page: str) -> dict[str, int]:
    """Return how many tickets stand in each group of the deck."""
    return {
        status: int(count)
        for status, count in re.findall(
            r'class="asked is-(\w+)".*?<span class="num">(\d+)</span>', page, re.S
        )
    }


# The deck ----------------------------------------------------------------------------------------------------------


def test_the_deck_says_of_every_ticket_what_the_library_says(app, keeper, table):
    for route in ("berlin-danzig-1", "danzig-riga-1", "petrograd-riga-1"):
        keeper.claim(table, "ben", route, overrule=["turn-not-left"])
    for player in ("anna", "ben"):
        state = state_of(app, table)
        found = reach(usable(state, player), [ends_of(state, t) for t in deck_of(state)])
        page = keeper.get(f"/t/{table.code}/ask?player={player}").text
        counted = rows(page)
        for status, word in (("open", "open"), ("done", "done"), ("impossible", "cut")):
            assert counted.get(word, 0) == sum(one.status == status for one in found), (player, status)


def test_a_rivals_claim_cuts_a_ticket_off_and_the_reason_is_drawn(app, keeper):
    table = open_table(app, keeper, 2)  # with two players a taken track closes its twin
    page = keeper.get(f"/t/{table.code}/ask?player=anna&ticket=edinburgh--paris").text
    assert "is-open" in page.split('id="here"')[1].split("</article>")[0]
    state = state_of(app, table)
    ways_out = [r for r in state.board.routes.values() if "edinburgh" in r.ends]
    assert keeper.claim(table, "ben", ways_out[0].id).status_code == 201
    for city in ("edinburgh", "london"):
        assert keeper.add(table, {"type": "station_built", "player": "ben", "city": city}).status_code == 201
    for city in ("paris", "dieppe", "brest"):
        event = {"type": "station_built", "player": "anna", "city": city}
        assert keeper.add(table, event).status_code == 201
    page = keeper.get(f"/t/{table.code}/ask?player=anna&ticket=edinburgh--paris").text
    here = page.split('id="here"')[1].split("</article>")[0]
    assert "is-cut" in here
    assert 'class="cordon"' in here
    assert 'class="barred"' in here
    assert "Ben has: Edinburgh – London" in here
    board = keeper.get(f"/t/{table.code}/ask-board?player=anna&ticket=edinburgh--paris").text
    assert 'class="cordon"' in board
    assert re.search(rf'class="[^"]*claimed p-blue cut[^"]*" id="r-{ways_out[0].id}"', board)


def test_too_few_trains_draw_the_way_that_would_be_needed(app, keeper, table):
    board = state_of(app, table).board
    longest = sorted(board.routes.values(), key=lambda r: -r.length)
    for route in longest[:7]:
        keeper.claim(table, "anna", route.id, overrule=["too-few-trains", "turn-not-left", "parallel-own"])
    page = keeper.get(f"/t/{table.code}/ask?player=anna&ticket=cadiz--stockholm").text
    here = page.split('id="here"')[1].split("</article>")[0]
    assert "is-cut" in here
    assert 'class="todo over"' in here
    assert re.search(r"At least \d+ trains are needed, \d+ (is|are) left", here)


def test_the_deck_can_be_searched_in_both_alphabets(keeper, table):
    for query in ("вена", "wie", "Wien"):
        page = keeper.get(f"/t/{table.code}/ask?q={query}").text
        names = re.findall(r'class="deckrows">.*?</ul>', page, re.S)
        assert names, query
        assert all("Wien" in row for row in re.findall(r'<span class="name">(.*?)</span>', "".join(names)))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_everybody_may_ask_about_the_deck(phone, table, language):
    answer = phone(None).get(f"/t/{table.code}/ask", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert ("Маршруты всей колоды" in answer.text) == (language == "ru")
    assert "/ask/anna" not in answer.text, "a stranger holds no hand"


# One hand ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def hand(keeper, table):
    """Anna's hand of three tickets."""
    assert keeper.keep(table, "anna", *HAND).status_code == 201
    return f"/t/{table.code}/ask/anna"


def test_a_hand_stays_behind_the_shutter_until_it_is_opened(keeper, hand):
    closed = keeper.get(hand).text
    assert "Edinburgh" not in closed
    opened = keeper.get(f"{hand}?show=1")
    assert "Edinburgh" in opened.text
    assert opened.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("number", ["", "n=0"])
def test_a_board_of_a_hand_stays_behind_the_same_shutter(keeper, hand, number):
    closed = html.unescape(keeper.get(f"{hand}/board?{number}").text)
    assert "Only for Anna’s eyes." in closed
    assert "London" not in closed
    assert "plan p-red" not in closed
    assert keeper.get(f"{hand}/board?n=99").text == keeper.get(f"{hand}/board?n=98").text.replace("98", "99")
    opened = keeper.get(f"{hand}/board?{number}&show=1").text
    assert "plan p-red" in opened
    head = opened.split("<main")[0]
    assert "London" not in head, "what stays when the shutter falls names no ticket"
    part = keeper.get(f"{hand}/board?{number}&part=1").text
    assert "plan p-red" in part
    assert "<html" not in part


def test_a_hand_is_for_the_phone_that_holds_the_seat(app, phone, keeper, table, hand):
    ben = phone("ben")
    sit(app, table, ben, "ben")
    for path in (hand, f"{hand}?show=1", f"{hand}?part=1", f"{hand}/board?n=0", f"{hand}/board"):
        assert ben.get(path).status_code == 403
        assert keeper.get(path).status_code == 200
    assert form(ben, hand, {"card": ["brest--marseille"]}).status_code == 403
    assert keeper.get(f"/t/{table.code}/ask/nobody").status_code == 404


def test_a_hand_together_says_what_the_library_says(app, keeper, table, hand):
    state = state_of(app, table)
    found = plan(usable(state, "anna"), [ends_of(state, t) for t in state.tickets["anna"]])
    page = keeper.get(f"{hand}?show=1").text
    assert found.all_possible
    assert "All tickets can be completed together." in page
    assert f"{found.trains} trains, {len(found.claims)} claims" in page
    for index in range(3):
        assert f"{found.fewest[frozenset({index})]} trains" in page
    board = keeper.get(f"{hand}/board?show=1").text
    assert set(re.findall(r'class="[^"]*plan p-red[^"]*" id="r-([^"]+)"', board)) == set(found.claims)


def test_trains_that_are_only_a_bound_are_not_compared(app, keeper, hand, monkeypatch):
    def hasty(*args, **kwargs):
        found = plan(*args, **kwargs)
        return replace(found, loose=frozenset(found.fewest))

    assert "on top of the others" in keeper.get(f"{hand}?show=1").text
    monkeypatch.setattr(
        app.extensions[SEARCHES], "ask", lambda asked, _wait: Progress(hasty(*asked.arguments))
    )
    assert "on top of the others" not in keeper.get(f"{hand}?show=1").text


def test_what_does_not_fit_is_named(app, keeper, table, hand):
    board = state_of(app, table).board
    for route in sorted(board.routes.values(), key=lambda r: -r.length)[:4]:
        keeper.claim(table, "anna", route.id, overrule=["turn-not-left", "parallel-own"])
    keeper.keep(table, "anna", "cadiz--stockholm")
    state = state_of(app, table)
    tickets = state.tickets["anna"]
    found = plan(usable(state, "anna"), [ends_of(state, t) for t in tickets])
    assert not found.all_possible, "the test needs a hand that is too large"
    page = keeper.get(f"{hand}?show=1").text
    assert "Not all tickets can be completed together." in page
    assert "Give up:" in page
    assert page.count('<tr class="is-spare"') + page.count('<tr class="is-cut"') == 4 - len(found.tickets)


# Which cards to keep -----------------------------------------------------------------------------------------------


def test_the_choice_of_new_cards_is_the_librarys_and_nothing_is_written_down(app, keeper, table, hand):
    cards = ["amsterdam--wilno", "brest--marseille", "kyiv--sochi"]
    state = state_of(app, table)
    ends = [ends_of(state, state.edition.tickets[card]) for card in cards]
    best = keep(usable(state, "anna"), [ends_of(state, t) for t in state.tickets["anna"]], ends)
    for _patience in range(40):  # a busy machine first says that it is still looking
        answer = form(keeper, hand, {"card": cards, "cards": "drawn"})
        if 'class="choices"' in answer.text:
            break
    assert answer.status_code == 200
    assert answer.text.count("<li") > 7
    lines = re.findall(r'<b class="num">([+−]\d+)</b></li>', answer.text.split('class="choices"')[1])
    assert [int(line.replace("−", "-")) for line in lines[:7]] == [one.plan.points for one in best]
    assert state_of(app, table).seq == state.seq
    assert state_of(app, table).tickets == state.tickets


def advice(phone, path, drawn, **fields):
    """Return the choices that a page offers, each as the ids of its cards, the best first."""
    for _patience in range(40):
        page = html.unescape(form(phone, path, {"card": [card.id for card in drawn], **fields}).text)
        if 'class="choices"' in page:
            break
    found = re.findall(r'<span class="what">(.*?)<small>', page.split('class="choices"')[1].split("</ol>")[0])
    names = {f"{place(card.ends[0])} – {place(card.ends[1])}": card.id for card in drawn}
    return [{card for name, card in names.items() if name in line} for line in found]


def place(city):
    return load_edition("ussr").board.name(city, "en")


def test_of_the_deal_a_long_and_a_short_card_are_kept_and_of_a_draw_any_one(app, keeper):
    """Rules: USSR 2, 13."""
    table = open_table(app, keeper, 2, edition="ussr")
    path = f"/t/{table.code}/ask/anna"
    long, short = ([*deck.tickets.values()][3:5] for deck in load_edition("ussr").decks)
    asked = keeper.get(f"{path}?show=1").text
    assert re.search(r'value="dealt" checked.*?1 long ticket, 1 short ticket', asked)
    choices = advice(keeper, path, [*long, *short])
    assert len(choices) == 9
    for chosen in choices:
        assert chosen & {card.id for card in long}
        assert chosen & {card.id for card in short}
    assert len(advice(keeper, path, [*long, *short], cards="drawn")) == 15
    assert keeper.keep(table, "anna", long[0].id, short[0].id).status_code == 201
    assert re.search(r'value="drawn" checked', keeper.get(f"{path}?show=1").text)
    assert len(advice(keeper, path, [long[1], short[1]])) == 3


def test_a_form_without_cards_or_with_too_many_says_so(app, keeper, table, hand):
    assert "Choose the cards you have drawn." in form(keeper, hand, {"card": ["no-such-card"]}).text
    every = list(state_of(app, table).edition.tickets)[:9]
    assert "At most 6 cards can be compared at once." in form(keeper, hand, {"card": every}).text


# The most that is possible -----------------------------------------------------------------------------------------


def test_the_most_is_shown_only_when_the_keeper_lets_the_table_see_it(app, phone, keeper, table):
    path = f"/t/{table.code}/ask"
    ben = phone("ben")
    sit(app, table, ben, "ben")
    assert "whatever the others do" not in ben.get(path).text
    assert form(ben, path, {"most": "on"}).status_code == 403
    assert form(keeper, path, {"most": "on"}).status_code == 303
    assert "whatever the others do" in ben.get(path).text
    assert form(keeper, path, {"most": "off"}).status_code == 303
    assert "whatever the others do" not in ben.get(path).text


def test_the_most_is_never_shown_where_points_are_covered(app, keeper):
    table = open_table(app, keeper, 3, hide_totals=True, show_most=True)
    assert "whatever the others do" not in keeper.get(f"/t/{table.code}/ask").text


def test_no_search_about_somebody_else_ever_gets_his_tickets(app, phone, keeper, table, hand, monkeypatch):
    """Whatever a page could say comes from its searches, so it is enough to see what these are given."""
    asked = []

    class Spy:
        def ask(self, question, _wait):
            asked.append((question.key, question.search, question.arguments))
            return Progress(running=False)

    monkeypatch.setattr(answers, "pool", Spy)
    form(keeper, f"/t/{table.code}/ask", {"most": "on"})
    ben = phone("ben")
    sit(app, table, ben, "ben")
    assert ben.keep(table, "ben", "cadiz--stockholm").status_code == 201
    for reader, path in (
        (ben, f"/t/{table.code}/ask"),
        (keeper, f"/t/{table.code}/ask"),
        (ben, f"/t/{table.code}/ask/ben?show=1"),
        (keeper, hand + "?show=1"),
    ):
        del asked[:]
        assert reader.get(path).status_code == 200
        ceilings = [(key, arguments[0]) for key, search, arguments in asked if search == "ceiling"]
        assert ceilings
        for key, outlook in ceilings:
            what, player = key[4]
            own = what == "most" and player in path
            assert bool(outlook.tickets) == own, key


def prospects(*rows):
    return [Prospect(player, has, has, limit, known) for player, has, limit, known in rows]


def test_verdicts_are_said_only_where_the_gap_is_proved(app, table):
    state = state_of(app, table)
    with app.test_request_context():
        shut = prospects(("anna", 100, 150, False), ("ben", 60, 86, False), ("cleo", 50, 100, False))
        words = "Ben can only catch up with Anna if Ben’s tickets bring at least "
        assert verdicts(state, shut) == (f"{words}14 points more than Anna’s.",)
        mine = prospects(("anna", 100, 150, True), ("ben", 60, 99, False), ("cleo", 50, 120, False))
        assert verdicts(state, mine) == (f"{words}1 point.",)
        every = prospects(("anna", 100, 150, True), ("ben", 60, 99, True), ("cleo", 50, 98, True))
        assert verdicts(state, every) == ("Anna cannot be caught any more.",)
        some = prospects(("anna", 100, 150, True), ("ben", 60, 99, True), ("cleo", 50, 100, True))
        assert verdicts(state, some) == ("Ben cannot catch up with Anna any more: 1 point short.",)
        unknown = prospects(("anna", 100, 150, True), ("ben", 60, None, True), ("cleo", 50, 90, True))
        assert verdicts(state, unknown) == ()


@pytest.mark.parametrize(
    ("edition", "counts", "says", "says_not"),
    [
        (
            "ussr",
            "routes, unused stations",
            "Controllers that are still to come are counted at their worst.",
            "passenger",
        ),
        ("marklin", "routes, goods", "as if every passenger still took the dearest tokens", "Controllers"),
        ("europe", "routes, unused stations", "whatever the others do", "Controllers"),
        ("usa", "routes", "whatever the others do", "stations"),
    ],
)
def test_the_most_names_what_it_counts_and_takes_for_granted(app, keeper, edition, counts, says, says_not):
    table = open_table(app, keeper, 2, edition=edition)
    form(keeper, f"/t/{table.code}/ask", {"most": "on"})
    page = keeper.get(f"/t/{table.code}/ask").text.split('id="most"')[1].split("</section>")[0]
    assert says in page
    assert says_not not in page
    assert page.count("at most") == 2
    assert f"The most that {counts} and bonuses can bring" in page
    assert len(re.findall(rf"now \d+ points: {counts}<", page)) == 2


@pytest.mark.parametrize("edition", ["europe", "ussr", "marklin"])
def test_when_the_game_is_over_nothing_is_possible_and_the_sheet_has_the_totals(app, keeper, edition):
    table = open_table(app, keeper, 2, edition=edition, show_most=True)
    board = state_of(app, table).board
    for route in sorted(board.routes.values(), key=lambda route: -route.length):
        keeper.claim(table, "anna", route.id, overrule=["turn-not-left", "parallel-own"])
        if state_of(app, table).last_round:
            break
    for player in ("ben", "anna"):
        assert keeper.add(table, {"type": "turn_taken", "player": player}).status_code == 201
    assert state_of(app, table).over
    deck, hand = f"/t/{table.code}/ask", f"/t/{table.code}/ask/anna?show=1"
    for path in (deck, hand):
        most = keeper.get(path).text.split('id="most"')[1].split("</section>")[0]
        assert "The last turn has been played" in most
        assert f"/t/{table.code}/finish" in most
        assert "at most" not in most
    keeper.add(table, {"type": "tickets_revealed"})
    most = keeper.get(deck).text.split('id="most"')[1].split("</section>")[0]
    assert "the totals stand on the sheet" in most
    assert f"/t/{table.code}/sheet" in most
    assert "at most" not in most
    assert "catch" not in most


def test_in_the_last_round_done_tickets_are_ticked_and_their_way_is_lit(app, keeper, table):
    """No table of sets is made then, yet what is done is known."""
    for player, route in (("anna", "berlin-danzig-1"), ("anna", "danzig-riga-1")):
        keeper.claim(table, player, route, overrule=["turn-not-left"])
    keeper.keep(table, "anna", "berlin--moskva")
    state = state_of(app, table)
    own = Ticket("own", ("berlin", "riga"), 7)
    hand = [state.tickets["anna"][0], own]
    last = replace(
        state, last_round=LastRound("anna", state.seq, tuple(state.players)), tickets={"anna": hand}
    )
    with app.test_request_context():
        found = Progress(plan(usable(last, "anna"), [ends_of(last, t) for t in hand]))
        view = together_view(last, "anna", hand, found, "")
        lit = re.findall(
            r'class="([^"]*)" id="r-([^"]+)"', whole_board(last, "anna", Drawn(walk=("danzig-riga-1",)))
        )
    assert not found.value.fewest
    assert [line.status for line in view.lines][1] == "done"
    assert [route for classes, route in lit if "lit" in classes.split()] == ["danzig-riga-1"]
