// Runs in the page that watches a crowd: notes when each frame is painted, and where names are written on the map.

const frames = [];
/** Where each name was written last, and the way of the one that is watched. */
const places = new Map();
let watched = null;
const way = [];

const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (words, x, y, ...more) {
  places.set(words, { x, y });
  if (words === watched) way.push({ at: performance.timeOrigin + performance.now(), x });
  return write.call(this, words, x, y, ...more);
};

let isNoting = false;
function note(ms) {
  if (!isNoting) return;
  frames.push(ms);
  requestAnimationFrame(note);
}

/** Notes frames, and the way of the one that is watched, from now on. */
function begin() {
  frames.length = 0;
  way.length = 0;
  isNoting = true;
  requestAnimationFrame(note);
}

/** The times between frames since then. */
function end() {
  isNoting = false;
  return frames.slice(1).map((ms, at) => ms - frames[at]);
}

function watch(name) {
  watched = name;
}

/** The names that are written somewhere. */
const names = () => [...places.keys()];

Object.assign(globalThis, {
  watching: { begin, end, watch, names, way: () => way, where: (name) => places.get(name)?.x },
});
