// Runs in the page that watches a crowd: notes when each frame is painted, and where pictures with names are sent to be laid.

const frames = [];
/** The name on each picture, by the number that it is sent with. */
const names = new Map();
/** Where the picture with each name was to be laid last. */
const places = new Map();

/** What was written last on which canvas, and which picture was made of that. */
const written = new Map();
const write = OffscreenCanvasRenderingContext2D.prototype.fillText;
OffscreenCanvasRenderingContext2D.prototype.fillText = function (words, ...more) {
  written.set(this.canvas, words);
  return write.call(this, words, ...more);
};
const make = OffscreenCanvas.prototype.transferToImageBitmap;
OffscreenCanvas.prototype.transferToImageBitmap = function () {
  const picture = make.call(this);
  written.set(picture, written.get(this));
  return picture;
};

/** Pictures go by four numbers: which, x, y, how visible. */
const PARTS = 4;
const say = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  if (message.kind === 'picture') names.set(message.number, written.get(message.picture));
  if (message.kind === 'show') noteAll(message.marks.pictures);
  return say.call(this, message, ...more);
};

function noteAll(pictures) {
  if (places.size > 0) return;
  for (let at = 0; at < pictures.length; at += PARTS) {
    const name = names.get(pictures[at]);
    if (name !== undefined) places.set(name, { x: pictures[at + 1], y: pictures[at + 2] });
  }
}

let isNoting = false;
function note(ms) {
  if (!isNoting) return;
  frames.push(ms);
  requestAnimationFrame(note);
}

/** Notes frames from now on. */
function begin() {
  frames.length = 0;
  isNoting = true;
  requestAnimationFrame(note);
}

/** The times between frames since then. */
function end() {
  isNoting = false;
  return frames.slice(1).map((ms, at) => ms - frames[at]);
}

Object.assign(globalThis, { watching: { begin, end, first: () => [...places.values()][0]?.y } });
