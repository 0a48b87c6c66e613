// The board as a picture: the drawing is painted on a canvas in the browser. Without this file there is the drawing itself.
import "../shared/zone.js";
import { request } from "../shared/net.js";

const status = document.querySelector(".status");

for (const button of document.querySelectorAll("[data-png]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      save(await picture(button.dataset.png), button.dataset.name);
    } catch {
      status.textContent = button.dataset.failed;
    } finally {
      button.disabled = false;
    }
  });
}

async function picture(address) {
  const answer = await request(address, {}, 60000);
  if (!answer.ok) throw new Error(String(answer.status));
  const url = URL.createObjectURL(new Blob([await answer.text()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await new Promise((done) => {
      canvas.toBlob(done, "image/png");
    });
    if (!blob) throw new Error("no picture");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const field = document.getElementById("link"), copy = document.getElementById("copy");
if (field && copy) {
  field.addEventListener("focus", () => field.select());
  copy.hidden = !navigator.share && !navigator.clipboard; // neither is there on plain http: then the address is copied by hand
  copy.addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ title: document.title, url: field.value });
      else {
        await navigator.clipboard.writeText(field.value);
        status.textContent = copy.dataset.done;
      }
    } catch {
      field.select();
    }
  });
}
