import type { Rect } from '@bough/scene';
import type { View } from '../core/camera/camera.ts';

/** The canvases in their host, as large as it and as sharp as the screen. The listeners on them die with them. */
export class Stage {
  readonly surface: HTMLElement;
  readonly base: CanvasRenderingContext2D;
  readonly overlay: CanvasRenderingContext2D;
  #pixelRatio = 1;
  #width = 0;
  #height = 0;
  readonly #observer: ResizeObserver;
  readonly #ended = new AbortController();

  constructor(host: HTMLElement, onResize: () => void) {
    const owner = host.ownerDocument;
    this.surface = owner.createElement('div');
    Object.assign(this.surface.style, FULL, { overflow: 'clip', touchAction: 'none', userSelect: 'none' });
    this.base = canvasIn(this.surface, false);
    // Black until it is painted for the first time.
    this.base.canvas.style.visibility = 'hidden';
    this.overlay = canvasIn(this.surface, true);
    host.append(this.surface);
    // An observer is called once at its beginning too, when nothing has changed.
    this.#observer = new ResizeObserver(() => {
      if (this.#resize()) onResize();
    });
    this.#observer.observe(host);
    this.#resize();
    this.#hearRatio(onResize);
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  /** As it was when it last changed: asked of the page in the middle of something, it would be laid out for it. */
  view(insets: View['insets']): View {
    return { width: this.#width, height: this.#height, insets };
  }

  /** What is painted is seen from now on. */
  show(): void {
    const { style } = this.base.canvas;
    if (style.visibility !== '') style.visibility = '';
  }

  /**
   * Makes the overlay no larger than this, in CSS pixels; null: as large as the map. Nothing is on it then. A browser hands on every
   * canvas in sight with each frame, also one on which nothing has changed.
   */
  fitOverlay(area: Rect | null): void {
    const { width, height } = this.base.canvas;
    const ratio = this.#pixelRatio;
    const rect = area ?? { x: 0, y: 0, width: this.#width, height: this.#height };
    const [left, top] = [within(Math.floor(rect.x * ratio), width), within(Math.floor(rect.y * ratio), height)];
    const right = within(Math.ceil((rect.x + rect.width) * ratio), width);
    const foot = within(Math.ceil((rect.y + rect.height) * ratio), height);
    const { canvas } = this.overlay;
    Object.assign(canvas, { width: right - left, height: foot - top });
    Object.assign(canvas.style, FULL);
    if (area !== null) {
      const [wide, high] = [canvas.width / ratio, canvas.height / ratio];
      const inset = `${top / ratio}px auto auto ${left / ratio}px`;
      Object.assign(canvas.style, { inset, width: `${wide}px`, height: `${high}px` });
    }
    this.overlay.setTransform(ratio, 0, 0, ratio, -left, -top);
  }

  /** One more canvas over the map, whose size is its own affair. */
  addLayer(): HTMLCanvasElement {
    const canvas = canvasOver(this.surface.ownerDocument);
    this.overlay.canvas.after(canvas);
    return canvas;
  }

  remove(): void {
    this.#observer.disconnect();
    this.#ended.abort();
    this.surface.remove();
  }

  /** On another screen, or zoomed, it may be as large as before, of other pixels: no observer says that. */
  #hearRatio(onResize: () => void): void {
    const page = this.surface.ownerDocument.defaultView;
    const hear = (): void => {
      if (this.#resize()) onResize();
      this.#hearRatio(onResize);
    };
    const ratio = page?.matchMedia(`(resolution: ${page.devicePixelRatio}dppx)`);
    ratio?.addEventListener('change', hear, { once: true, signal: this.#ended.signal });
  }

  /** True when it is another size, on the page or in the screen's pixels. */
  #resize(): boolean {
    const { clientWidth, clientHeight, ownerDocument } = this.surface;
    const pixelRatio = ownerDocument.defaultView?.devicePixelRatio ?? 1;
    if (clientWidth === this.#width && clientHeight === this.#height && pixelRatio === this.#pixelRatio) return false;
    this.#width = clientWidth;
    this.#height = clientHeight;
    this.#pixelRatio = pixelRatio;
    const size = { width: Math.round(clientWidth * pixelRatio), height: Math.round(clientHeight * pixelRatio) };
    const { canvas } = this.base;
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    this.fitOverlay(null);
    return true;
  }
}

const FULL: Partial<CSSStyleDeclaration> = { position: 'absolute', inset: '0', width: '100%', height: '100%' };

function within(edge: number, most: number): number {
  return Math.max(0, Math.min(most, edge));
}

function canvasOver(owner: Document): HTMLCanvasElement {
  const canvas = owner.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, FULL, { pointerEvents: 'none' });
  return canvas;
}

function canvasIn(parent: HTMLElement, alpha: boolean): CanvasRenderingContext2D {
  const canvas = canvasOver(parent.ownerDocument);
  if (!alpha) canvas.style.pointerEvents = '';
  parent.append(canvas);
  const context = canvas.getContext('2d', { alpha });
  if (context === null) throw new Error('a bug in Bough: a fresh canvas has a 2d context');
  return context;
}
