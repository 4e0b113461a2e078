// Runs in the page that watches a crowd: notes when each frame is painted, and where names are written on the map.

const frames = [];
/** Where each name was laid last, and the way of the one that is watched. */
const places = new Map();
/** Its name, and at what height that is written: others may have the same name. */
let watched = null;
const way = [];

/** Whose name is written on which picture. */
const named = new Map();
const write = OffscreenCanvasRenderingContext2D.prototype.fillText;
OffscreenCanvasRenderingContext2D.prototype.fillText = function (words, ...more) {
  named.set(this.canvas, words);
  return write.call(this, words, ...more);
};
const lay = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (picture, x, y, ...more) {
  const words = named.get(picture);
  if (words === undefined) return lay.call(this, picture, x, y, ...more);
  if (watched === null || (words === watched.name && Math.abs(y - watched.y) < 0.2)) places.set(words, { x, y });
  if (words === watched?.name && Math.abs(y - watched.y) < 0.2)
    way.push({ at: performance.timeOrigin + performance.now(), x });
  return lay.call(this, picture, x, y, ...more);
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
  watched = { name, y: places.get(name)?.y ?? Number.NaN };
}

/** The names that are written somewhere. */
const names = () => [...places.keys()];

Object.assign(globalThis, {
  watching: { begin, end, watch, names, way: () => way, where: (name) => places.get(name)?.x },
});
