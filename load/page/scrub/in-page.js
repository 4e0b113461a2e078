// Runs in the page whose history is looked at: moves the slider as a person does, and tells when the moment stands on the screen.

const screen = () => document.querySelector('.history-screen');
const slider = () => screen()?.querySelector('input[type=range]');
const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

/** Puts the slider there, as a drag or a key does. */
function put(seq) {
  const range = slider();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(range, String(seq));
  range.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Resolves once nothing is awaited, with the frame that shows it. */
async function shown() {
  await Promise.resolve();
  while (screen()?.getAttribute('aria-busy') !== 'false') await frame();
  await frame();
}

/** How long until the moment after change `seq` is drawn, in milliseconds. */
async function jump(seq) {
  const from = performance.now();
  put(seq);
  await shown();
  return performance.now() - from;
}

/** How long until two moments are compared on the map: `counts` in the bar that tells of them. */
async function compare(seq) {
  const counts = () => document.querySelector('.history-counts')?.textContent ?? '';
  const before = counts();
  const from = performance.now();
  put(seq);
  await Promise.resolve();
  while (counts() === before || screen()?.getAttribute('aria-busy') !== 'false') await frame();
  await frame();
  return performance.now() - from;
}

/** Drags the slider from one number to another in so many frames: the times between frames, and how many moments were drawn. */
async function drag(from, to, frames) {
  put(from);
  await shown();
  const gaps = [];
  const said = new Set();
  let before = await frame();
  for (let n = 1; n <= frames; n++) {
    put(Math.round(from + ((to - from) * n) / frames));
    const now = await frame();
    gaps.push(now - before);
    before = now;
    said.add(screen()?.dataset.shown ?? '');
  }
  await shown();
  return { gaps, moments: said.size };
}

Object.assign(globalThis, { scrubbing: { jump, compare, drag } });
