import { WorkerLayer } from './layer.ts';
import { OtherPeople } from './other-people.ts';
import type { Canvas } from './marks.ts';

/** The other people, drawn on this canvas where this browser can do so beside the page. */
export function inBrowser(canvas: HTMLCanvasElement, onChange: () => void): OtherPeople {
  return new OtherPeople(canvasOutOfSight, (here, lost) => WorkerLayer.on(canvas, here, lost), onChange);
}

function canvasOutOfSight(width: number, height: number): Canvas {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}
