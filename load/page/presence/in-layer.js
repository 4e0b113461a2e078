// Runs in the worker that lays what other people leave on the map: notes the way of the picture that lies at one height.

let height = Number.NaN;
let where = Number.NaN;
const way = [];
let isNoting = false;

const lay = OffscreenCanvasRenderingContext2D.prototype.drawImage;
OffscreenCanvasRenderingContext2D.prototype.drawImage = function (picture, x, y, ...more) {
  lay.call(this, picture, x, y, ...more);
  // No other pointer is at that height.
  if (Math.abs(y - height) > 0.2) return;
  where = x;
  if (isNoting) way.push({ at: performance.timeOrigin + performance.now(), x });
};

Object.assign(globalThis, {
  laying: {
    watch: (y) => (height = y),
    begin: () => {
      way.length = 0;
      isNoting = true;
    },
    end: () => (isNoting = false),
    way: () => way,
    where: () => where,
  },
});
