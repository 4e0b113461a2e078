import type { View } from '../camera/camera.ts';

/** The canvases in their host, as large as it and as sharp as the screen. The listeners on them die with them. */
export class Stage {
  readonly surface: HTMLElement;
  readonly base: CanvasRenderingContext2D;
  readonly overlay: CanvasRenderingContext2D;
  #pixelRatio = 1;
  readonly #observer: ResizeObserver;

  constructor(host: HTMLElement, onResize: () => void) {
    const owner = host.ownerDocument;
    this.surface = owner.createElement('div');
    Object.assign(this.surface.style, FULL, { overflow: 'hidden', touchAction: 'none', userSelect: 'none' });
    this.base = canvasIn(this.surface, false);
    this.overlay = canvasIn(this.surface, true);
    host.append(this.surface);
    this.#observer = new ResizeObserver(() => {
      this.#resize();
      onResize();
    });
    this.#observer.observe(host);
    this.#resize();
  }

  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  view(insets: View['insets']): View {
    return { width: this.surface.clientWidth, height: this.surface.clientHeight, insets };
  }

  remove(): void {
    this.#observer.disconnect();
    this.surface.remove();
  }

  #resize(): void {
    this.#pixelRatio = this.surface.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    const width = Math.round(this.surface.clientWidth * this.#pixelRatio);
    const height = Math.round(this.surface.clientHeight * this.#pixelRatio);
    for (const { canvas } of [this.base, this.overlay]) {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    }
    this.overlay.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, 0, 0);
  }
}

const FULL: Partial<CSSStyleDeclaration> = { position: 'absolute', inset: '0', width: '100%', height: '100%' };

function canvasIn(parent: HTMLElement, alpha: boolean): CanvasRenderingContext2D {
  const canvas = parent.ownerDocument.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, FULL, alpha ? { pointerEvents: 'none' } : {});
  parent.append(canvas);
  const context = canvas.getContext('2d', { alpha });
  if (context === null) throw new Error('a bug in Bough: a fresh canvas has a 2d context');
  return context;
}
