// Asking the server over networks of every kind. Whatever is asked ends, with an answer or as "no network": a connection
// that says nothing (a router that forgot it, a phone between two cells) is never waited for longer than this.
export const PATIENCE = 15000; // milliseconds until a request counts as lost
export const SILENT = 25000; // … until a stream counts as dead: its server says something every 15 s

/** fetch() with an end: the answer and its body are given up after `patience`. */
export function request(address, options = {}, patience = PATIENCE) {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), patience); // AbortSignal.timeout is younger than the phones
  return fetch(address, { ...options, signal: stop.signal });
}

/** What a form sends when this button is pressed; engines before 2023 do not know the second argument of FormData. */
export function filled(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}
