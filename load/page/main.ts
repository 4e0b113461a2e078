import { frames, longTasks, painted, watchFrames } from './measure.ts';
import { type Bench, MARKS } from '../src/benches/editor/bench.ts';
import type { Subject } from './subject.ts';

// What the benchmark drives by hand from outside: one editor, named in the address, and the measuring around it.

const MAKERS: Readonly<Record<string, () => Promise<{ readonly subject: Subject }>>> = {
  bough: () => import('./bough.ts'),
  'mind-elixir': () => import('./mind-elixir.ts'),
  'simple-mind-map': () => import('./simple-mind-map.ts'),
  jsmind: () => import('./jsmind.ts'),
  markmap: () => import('./markmap.ts'),
};

const PAN_PX = 14;
const ZOOM_STEP = 1.032;

declare global {
  interface Window {
    bench: Bench;
  }
}

const name = new URLSearchParams(location.search).get('subject') ?? '';
const make = MAKERS[name];
const host = document.getElementById('host');
if (make === undefined || host === null) throw new Error(`there is no subject ${name}`);
const { subject } = await make();
await document.fonts.ready;
const tasks = longTasks();
let stopWatch = (): number[] => [];
let lastKey = 0;
addEventListener(
  'keydown',
  ({ key, timeStamp }) => {
    lastKey = timeStamp;
    if (key === 'Tab') performance.mark(MARKS.added, { startTime: lastKey });
  },
  true,
);
addEventListener('input', () => performance.mark(MARKS.typed, { startTime: lastKey }), true);

window.bench = {
  open: async (address) => {
    subject.prepare(host);
    const data = await (await fetch(address)).text();
    await painted();
    const start = performance.now();
    await subject.open(data);
    const end = await painted();
    tasks.begin();
    return end - start;
  },
  pan: (ms) =>
    frames(ms, (at) => {
      const way = (at * 2) % 1 < 0.5 ? 1 : -1;
      subject.pan(way * PAN_PX, at < 0.5 ? PAN_PX : -PAN_PX);
    }),
  zoom: (ms) => frames(ms, (at) => subject.zoom(at < 0.5 ? 1 / ZOOM_STEP : ZOOM_STEP)),
  watch: () => {
    stopWatch = watchFrames();
  },
  watched: () => stopWatch(),
  add: async () => {
    await painted();
    const start = performance.now();
    await subject.add();
    return (await painted()) - start;
  },
  show: async () => (await subject.show?.()) ?? null,
  items: () => subject.items?.() ?? Number.NaN,
  longTasks: () => tasks.taken(),
  nodes: () => document.querySelectorAll('*').length,
};
document.title = 'ready';
