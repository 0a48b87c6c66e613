"""From a state to what a page shows: sentences, sheets, log lines, the data of the scripts. No page and no storage here."""
