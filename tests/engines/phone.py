"""One browser as the walk uses it: fingers, keys and eyes, whichever engine lies below."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.engines.remote import ELEMENT, BrowserError, Send

ENTER = "\ue007"
"""The key Enter, as WebDriver writes it."""

FITS = """
const fits = (one) => !text || one.textContent.includes(text) || (one.getAttribute("aria-label") ?? "").includes(text);
const seen = (one) => one.getClientRects().length && (one.checkVisibility?.() ?? true);
const found = [...document.querySelectorAll(css)].find((one) => fits(one) && seen(one));
"""

THERE = f"const [css, text] = arguments; {FITS} return !!found;"
"""Whether there is an element that fits."""

FIND = (
    f"const [css, text, answer] = arguments; {FITS}"
    + """
if (!found) return answer(null);
const first = found.getBoundingClientRect();
if (first.top < 60 || first.bottom > innerHeight - 10) found.scrollIntoView({ block: "center", behavior: "instant" });
const middle = () => { const box = found.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
const before = middle();
requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => {
  const [x, y] = middle(), hit = document.elementFromPoint(x, y);
  const still = found.isConnected && Math.hypot(x - before[0], y - before[1]) < 0.5;
  answer(still && !!hit && (found.contains(hit) || hit.contains(found)) ? [x, y] : null);
}), 60));
"""
)
"""The middle of the first element that fits, once it stays where it is and a finger would hit it there; else null."""

ROUTE = """
const [id, answer] = arguments, path = document.querySelector(`[data-r="${id}"] .hit`);
const box = document.querySelector(".map").getBoundingClientRect();
const at = (part) => {
  const along = path.getPointAtLength(path.getTotalLength() * part);
  return new DOMPoint(along.x, along.y).matrixTransform(path.getScreenCTM());
};
const part = [0.5, 0.4, 0.6, 0.3, 0.7].find((one) => {
  const { x, y } = at(one), inside = x > box.left + 8 && x < box.right - 60 && y > box.top + 8 && y < box.bottom - 8;
  return inside && document.elementFromPoint(x, y)?.closest(`[data-r="${id}"]`);
});
if (part === undefined) return answer(null);
const before = at(part);
requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => {
  const { x, y } = at(part);
  answer(Math.hypot(x - before.x, y - before.y) < 0.5 ? [x, y] : null);
}), 60));
"""
"""Where a finger would hit a route on the board, once the board has come to rest; null where none can."""


class Phone:
    """
    A browser of 360×740.

    Parameters
    ----------
    send
        The session.
    console
        Returns the errors in the browser's console since it was asked last, those of the content policy among them;
        None where they cannot be had.
    pointer
        ``touch``, or ``mouse`` where the driver knows no touch.
    """

    def __init__(self, send: Send, console: Callable[[], list[str]] | None, pointer: str) -> None:
        self.send = send
        self.hears = console is not None
        self.console = console or list
        self.pointer = pointer
        self.again = 0
        """Taps that had to be made once more, since the machine was too busy to take them as taps."""
        send("POST", "timeouts", {"script": 30_000, "pageLoad": 60_000, "implicit": 0})

    def go(self, url: str) -> None:
        """Open an address."""
        self.send("POST", "url", {"url": url})

    @property
    def url(self) -> str:
        """The address that is open."""
        return str(self.send("GET", "url", None))

    def reload(self) -> None:
        """Load the page again."""
        self.send("POST", "refresh", {})

    def run(self, script: str, *given: object) -> Any:
        """Run the body of a function in the page and return what it returns."""
        return self.send("POST", "execute/sync", {"script": script, "args": list(given)})

    def wait(self, script: str, *given: object) -> Any:
        """Run the body of a function that answers through its last argument; return the answer."""
        return self.send("POST", "execute/async", {"script": script, "args": list(given)})

    def fetch(self, path: str) -> Any:
        """Return the JSON at an address of the server, as this phone may see it."""
        return self.wait("fetch(arguments[0]).then((answer) => answer.json()).then(arguments[1]);", path)

    def until(self, script: str, *given: object, seconds: float = 30) -> Any:
        """Run the body of a function until it returns something that counts as true."""
        end, last = time.monotonic() + seconds, None
        while time.monotonic() < end:
            try:
                last = self.run(script, *given)
                if last:
                    return last
            except BrowserError as error:  # the page is being exchanged
                last = error
            time.sleep(0.1)
        raise BrowserError(f"never true: {script.strip()[:200]} {given}: {last}")

    def place(self, css: str, text: str = "") -> tuple[float, float]:
        """Return the middle of an element once a finger would hit it there and it has stopped moving."""
        return self._found(FIND, css, text)

    def _found(self, script: str, *given: str) -> tuple[float, float]:
        end, last = time.monotonic() + 30, None
        while time.monotonic() < end:
            try:
                if found := self.wait(script, *given):
                    return found[0], found[1]
            except BrowserError as error:  # the page is being exchanged
                last = error
            time.sleep(0.05)
        raise BrowserError(f"a finger does not hit {given} {last or ''}")

    def touch(self, x: float, y: float, *, hold: int = 60) -> None:
        """Touch a place, for so many milliseconds."""
        self._pointer(
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y), "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": hold},
            {"type": "pointerUp", "button": 0},
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a finger over the page."""
        (x, y), (to_x, to_y) = start, end
        steps = [(x + (to_x - x) * part / 4, y + (to_y - y) * part / 4) for part in range(1, 5)]
        self._pointer(
            {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y), "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            *(
                {"type": "pointerMove", "duration": 60, "x": int(a), "y": int(b), "origin": "viewport"}
                for a, b in steps
            ),
            {"type": "pointerUp", "button": 0},
        )

    def _pointer(self, *acts: dict[str, object]) -> None:
        finger = {
            "type": "pointer",
            "id": "finger",
            "parameters": {"pointerType": self.pointer},
            "actions": list(acts),
        }
        self.send("POST", "actions", {"actions": [finger]})

    def tap(self, css: str, text: str = "", *, hold: int = 60) -> None:
        """Touch the first element that fits and has the text, where a finger would."""
        self.touch(*self.place(css, text), hold=hold)

    def tap_until(self, css: str, text: str, done: str, *given: object, seconds: float = 30) -> None:
        """Touch an element until a script says that it has taken effect; as long as the element is there, twice more."""
        for _ in range(2):
            self.tap(css, text)
            try:
                self.until(done, *given, seconds=8)
            except BrowserError:
                if not self.run(THERE, css, text):
                    break
                self.again += 1
            else:
                return
        else:
            self.tap(css, text)
        self.until(done, *given, seconds=seconds)

    def tap_route(self, route: str) -> None:
        """Touch a route on the board."""
        self.touch(*self._found(ROUTE, route))

    def sees_route(self, route: str) -> bool:
        """Whether a finger could hit a route as the board lies now."""
        return bool(self.wait(ROUTE, route))

    def type(self, text: str) -> None:
        """Type into the field that has the focus; on a busy machine drivers lose keys, so what arrived is read."""
        for _ in range(3):
            self.press(text)
            if self.run("return document.activeElement.value;") == text:
                return
            self.run(
                "const field = document.activeElement; field.value = ''; field.dispatchEvent(new Event('input'));"
            )
        raise BrowserError(f"keys are lost: {text}")

    def press(self, text: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.send("POST", "actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def fill(self, css: str, text: str) -> None:
        """Type into a field."""
        found = self.send("POST", "element", {"using": "css selector", "value": css})[ELEMENT]
        for _ in range(3):
            self.send("POST", f"element/{found}/value", {"text": text})
            if self.run("return document.querySelector(arguments[0]).value;", css) == text:
                return
            self.run("document.querySelector(arguments[0]).value = '';", css)
        raise BrowserError(f"keys are lost: {text}")

    def picture(self, path: Path) -> None:
        """Keep a picture of what can be seen."""
        path.write_bytes(base64.b64decode(self.send("GET", "screenshot", None)))
