// What no script foresaw: one plain sentence in the page's language instead of a page that stops answering without a
// word. No module, so that it listens before the first of them begins, and with nothing in it that could fail itself.
// The browser writes the fault into its console as ever; a module that did not come is named there by this file.
(() => {
  const { words, safe, reload, close } = document.currentScript.dataset;
  const FOREIGN = /^(chrome|moz|safari|safari-web)-extension:/;
  let told = false, leaving = false;

  function tell() {
    if (told || leaving || !document.body) return;
    told = true;
    const note = document.createElement("div"), text = document.createElement("span");
    const unsaved = document.getElementById("unsaved"); // then a page that is loaded again loses something
    note.id = "fault";
    note.className = "notice fault";
    note.setAttribute("role", "alert");
    text.textContent = unsaved ? words : `${words} ${safe}`;
    note.append(text);
    if (!unsaved) note.append(button(reload, () => location.reload()));
    note.append(button(close, () => note.remove()));
    document.body.append(note);
  }

  function button(title, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "small";
    made.textContent = title;
    made.addEventListener("click", press);
    return made;
  }

  addEventListener("error", (event) => {
    if (event.target === window) {
      // A layout that takes two frames is no fault, nor is what other people's scripts do in this page.
      if (!/^(Script error|ResizeObserver loop)/.test(event.message) && !FOREIGN.test(event.filename)) tell();
    } else if (event.target.localName === "script") {
      console.error(`not loaded: ${event.target.src}`);
      tell();
    }
  }, true);
  addEventListener("unhandledrejection", (event) => {
    const lost = event.reason?.name === "AbortError" || (!navigator.onLine && event.reason instanceof TypeError);
    if (!lost) tell(); // a request that was given up, or the network: told elsewhere
  });
  addEventListener("pagehide", () => {
    leaving = true;
  });
  addEventListener("pageshow", () => {
    leaving = false;
  });
})();
