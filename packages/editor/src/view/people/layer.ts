import { type Canvas, isSameMarks, type LayerSize, type Marks, NO_MARKS, type ToLayer } from './marks.ts';
import type { Layer } from './other-people.ts';

/** A canvas over the map on which a worker draws what other people leave there. */
export class WorkerLayer implements Layer {
  readonly #canvas: HTMLCanvasElement;
  readonly #worker: Worker;
  #marks = NO_MARKS;
  #size: LayerSize = { width: 0, height: 0, pixelRatio: 0 };

  private constructor(canvas: HTMLCanvasElement, worker: Worker) {
    this.#canvas = canvas;
    this.#worker = worker;
  }

  /**
   * On this canvas, which is the worker's as soon as there is one: `onHere`. `onLost`: there is none, or none any more. In a browser that
   * has no such workers, or while one does not come, nothing is said.
   */
  static on(canvas: HTMLCanvasElement, onHere: (layer: Layer) => void, onLost: () => void): void {
    if (!('OffscreenCanvas' in globalThis) || !('transferControlToOffscreen' in canvas)) return;
    canvas.style.visibility = 'hidden';
    const worker = new Worker(new URL('layer-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', onLost);
    worker.addEventListener(
      'message',
      () => {
        const layer = new WorkerLayer(canvas, worker);
        const there = canvas.transferControlToOffscreen();
        layer.#say({ kind: 'begin', canvas: there }, there);
        onHere(layer);
      },
      { once: true },
    );
  }

  take(number: number, drawn: Canvas): void {
    if (!(drawn instanceof OffscreenCanvas)) return;
    const picture = drawn.transferToImageBitmap();
    this.#say({ kind: 'picture', number, picture }, picture);
  }

  /** Of all pictures: none of them is shown again. */
  forget(): void {
    this.#say({ kind: 'forget' });
  }

  /** Seen with the next frame; a canvas in sight on which nothing is costs as much as any other. */
  show(marks: Marks, size: LayerSize): void {
    const { width, height, pixelRatio } = this.#size;
    const isSameSize = size.width === width && size.height === height && size.pixelRatio === pixelRatio;
    if (isSameSize && isSameMarks(marks, this.#marks)) return;
    this.#marks = marks;
    this.#size = size;
    const visibility = marks.pictures.length === 0 && marks.rings.length === 0 ? 'hidden' : 'visible';
    if (this.#canvas.style.visibility !== visibility) this.#canvas.style.visibility = visibility;
    this.#say({ kind: 'show', marks, size });
  }

  end(): void {
    this.#worker.terminate();
    this.#canvas.remove();
  }

  #say(message: ToLayer, ...given: readonly Transferable[]): void {
    this.#worker.postMessage(message, [...given]);
  }
}
