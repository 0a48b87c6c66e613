// As much of a board as a proof needs, so that its names can be read on a phone.

/** Bring these parts of the board into the frame of `camera`; all of the board where there are none, or where its names can be read so. */
export function frame(camera, parts) {
  const boxes = [...parts].map((part) => part.getBBox());
  camera.fit(true);
  if (!boxes.length || camera.k >= .48) return;
  const left = Math.min(...boxes.map((b) => b.x)), top = Math.min(...boxes.map((b) => b.y));
  const w = Math.max(...boxes.map((b) => b.x + b.width)) - left,
    h = Math.max(...boxes.map((b) => b.y + b.height)) - top,
    room = camera.box();
  camera.look(left + w / 2, top + h / 2, Math.min(1, room.width / (w + 140), room.height / (h + 110)));
  camera.hold();
}
