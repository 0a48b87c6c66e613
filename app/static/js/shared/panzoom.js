// Camera over the board: one or two fingers, the wheel, the keyboard. Taps are told apart from drags here, so the
// board itself never swallows one.
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const SLOP = 9; // pixels a finger may tremble during a tap
const READABLE = .62; // pixels a unit at which names can be read

export class PanZoom {
  /** `map` is the frame, `svg` the board; `size` its units; `covered()` pixels hidden at the bottom; `onTap(event)`. */
  constructor(map, svg, { size, margin = 70, covered = () => 0, onTap = () => {} }) {
    Object.assign(this, {
      map,
      svg,
      size,
      margin,
      covered,
      onTap,
      x: size.w / 2,
      y: size.h / 2,
      k: 1,
      fingers: new Map(),
    });
    map.addEventListener("pointerdown", (e) => this.down(e));
    map.addEventListener("pointermove", (e) => this.move(e));
    for (const type of ["pointerup", "pointercancel"]) map.addEventListener(type, (e) => this.up(e));
    map.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY / 400), e.clientX, e.clientY);
    }, { passive: false });
    map.addEventListener("keydown", (e) => this.key(e));
    map.addEventListener("gesturestart", (e) => e.preventDefault());
    // A tap opens the sheet under the finger; without this the browser's click would then press what lies there.
    map.addEventListener("touchend", (e) => {
      if (!e.target.closest(".float") && e.cancelable) e.preventDefault();
    }, { passive: false });
  }

  box() {
    return (this.rect ??= this.map.getBoundingClientRect());
  }
  forget() {
    this.rect = null;
  }
  free() {
    const b = this.box();
    return Math.max(80, b.height - this.covered());
  }
  contain() {
    const b = this.box(), m = this.margin * 2;
    return Math.min(b.width / (this.size.w + m), this.free() / (this.size.h + m));
  }
  cover() {
    const b = this.box(), m = this.margin * 2;
    return Math.max(b.width / (this.size.w + m), b.height / (this.size.h + m));
  }
  least() {
    return Math.min(this.contain(), .5);
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      const b = this.box(), w = b.width / this.k, h = b.height / this.k;
      const left = this.x - w / 2, top = this.y - h / 2 + this.covered() / this.k / 2;
      this.svg.setAttribute("viewBox", [left, top, w, h].map((n) => n.toFixed(1)).join(" "));
    });
  }

  /** Keep a board's edge from wandering past the middle of the frame. */
  hold() {
    const b = this.box(), halfW = b.width / this.k / 2, halfH = this.free() / this.k / 2, m = this.margin;
    const within = (value, half, length) =>
      2 * half >= length + 2 * m ? length / 2 : clamp(value, half - m, length + m - half);
    this.x = within(this.x, halfW, this.size.w);
    this.y = within(this.y, halfH, this.size.h);
  }

  /** Show the whole board, or as much of it as can be read: filled from edge to edge, if that is not too large. */
  fit(whole = false) {
    this.k = whole ? this.contain() : Math.max(READABLE, Math.min(this.cover(), .9), this.contain());
    this.hold();
    this.draw();
  }

  toggle() {
    const whole = Math.abs(this.k - this.contain()) > .01;
    if (whole) {
      this.x = this.size.w / 2;
      this.y = this.size.h / 2;
    }
    this.fit(whole);
  }

  /** Bring a point into view at a readable scale. */
  look(x, y, k = READABLE) {
    this.x = x;
    this.y = y;
    this.k = Math.max(this.k, k);
    this.draw();
  }

  zoom(factor, clientX, clientY) {
    const b = this.box(), k = clamp(this.k * factor, this.least(), 2.6);
    const px = (clientX ?? b.left + b.width / 2) - b.left - b.width / 2,
      py = (clientY ?? b.top + this.free() / 2) - b.top - this.free() / 2;
    this.x += px / this.k - px / k;
    this.y += py / this.k - py / k;
    this.k = k;
    this.hold();
    this.draw();
  }

  /** Units of the board under a point of the screen. */
  point(clientX, clientY) {
    const b = this.box();
    return [this.x + (clientX - b.left - b.width / 2) / this.k, this.y + (clientY - b.top - this.free() / 2) / this.k];
  }

  down(e) {
    if (e.target.closest(".float") || (e.pointerType === "mouse" && e.button)) return;
    this.forget();
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.start = this.fingers.size === 1 ? { x: e.clientX, y: e.clientY, moved: false } : null;
    this.gap = 0;
  }

  move(e) {
    const old = this.fingers.get(e.pointerId);
    if (!old) return;
    const now = { x: e.clientX, y: e.clientY };
    if (this.fingers.size === 1) {
      if (this.start && !this.start.moved) {
        if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLOP) return;
        this.start.moved = true;
        this.map.setPointerCapture?.(e.pointerId);
      }
      this.x -= (now.x - old.x) / this.k;
      this.y -= (now.y - old.y) / this.k;
      this.fingers.set(e.pointerId, now);
      this.hold();
      this.draw();
    } else if (this.fingers.size === 2) {
      const before = [...this.fingers.values()];
      this.fingers.set(e.pointerId, now);
      const [p, q] = [...this.fingers.values()], gap = Math.hypot(p.x - q.x, p.y - q.y);
      const mid = [(p.x + q.x) / 2, (p.y + q.y) / 2],
        was = [(before[0].x + before[1].x) / 2, (before[0].y + before[1].y) / 2];
      this.x -= (mid[0] - was[0]) / this.k;
      this.y -= (mid[1] - was[1]) / this.k;
      if (this.gap) this.zoom(gap / this.gap, ...mid);
      this.gap = gap;
    }
  }

  up(e) {
    if (!this.fingers.delete(e.pointerId)) return;
    this.gap = 0;
    if (e.type === "pointerup" && this.start && !this.start.moved && !this.fingers.size) this.onTap(e);
    this.start = null;
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea")) return;
    const step = 80 / this.k,
      moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[e.key]) {
      this.x += moves[e.key][0];
      this.y += moves[e.key][1];
      this.hold();
      this.draw();
    } else if (e.key === "+" || e.key === "=") this.zoom(1.25);
    else if (e.key === "-") this.zoom(.8);
    else if (e.key === "0") this.toggle();
    else return;
    e.preventDefault();
  }
}
