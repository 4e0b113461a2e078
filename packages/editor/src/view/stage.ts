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
    for (const { canvas } of [this.base, this.overlay]) {
      if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    }
    this.overlay.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    return true;
  }
}

const FULL: Partial<CSSStyleDeclaration> = { position: 'absolute', inset: '0', width: '100%', height: '100%' };

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
