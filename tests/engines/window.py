#!/usr/bin/python3
"""
A window of WebKitGTK for its WebDriver: as large as a phone, without a tool bar, and it writes its console to stdout.

MiniBrowser, which WebKitWebDriver starts by itself, cannot be narrower than its tool bar, and keeps the console of a
driven page to itself. Runs in Debian's own Python, which has the bindings (``python3-gi gir1.2-webkit2-4.1``).
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def main(width: int, height: int) -> None:
    """Open a window when the driver asks for one, and stay until the driver goes."""
    context = WebKit2.WebContext()
    context.set_automation_allowed(True)

    def view(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
        settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
        found = WebKit2.WebView(is_controlled_by_automation=True, web_context=context, settings=settings)
        window = Gtk.Window(decorated=False, default_width=width, default_height=height)
        window.add(found)
        window.show_all()
        return found

    def begun(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        info = WebKit2.ApplicationInfo()
        info.set_name("Stationmaster")
        session.set_application_info(info)
        session.connect("create-web-view", view)

    context.connect("automation-started", begun)
    Gtk.main()


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:  # whether all that is needed is there
        main(int(sys.argv[1]), int(sys.argv[2]))
