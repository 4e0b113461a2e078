/** How many images are kept decoded; the one that was not painted for longest goes first. */
const MOST = 300;

type Slot =
  | { readonly kind: 'loading' }
  | { readonly kind: 'there'; readonly image: HTMLImageElement }
  | { readonly kind: 'broken' };

/** The pixels of images by their source in the map: asked for when one is painted first, painted when they have come. */
export class ImageShelf {
  readonly #slots = new Map<string, Slot>();
  readonly #addressOf: (source: string) => string | null;
  readonly #onLoaded: () => void;
  /** Those who wait until nothing is on its way. */
  readonly #waiting: (() => void)[] = [];

  constructor(addressOf: (source: string) => string | null, onLoaded: () => void) {
    this.#addressOf = addressOf;
    this.#onLoaded = onLoaded;
  }

  /** The image, or null while it is on its way or cannot be shown: the painter leaves a quiet box then. */
  find(source: string): HTMLImageElement | null {
    const slot = this.#slots.get(source);
    if (slot === undefined) {
      this.#load(source);
      return null;
    }
    this.#slots.delete(source);
    this.#slots.set(source, slot);
    return slot.kind === 'there' ? slot.image : null;
  }

  /** Whether an image that was painted is on its way. */
  get isWaiting(): boolean {
    return [...this.#slots.values()].some(({ kind }) => kind === 'loading');
  }

  /** Resolves once no image is on its way. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#settle();
    });
  }

  /** What could not be shown is asked for once more when it is painted next. */
  retry(): void {
    for (const [source, slot] of this.#slots) if (slot.kind === 'broken') this.#slots.delete(source);
  }

  #load(source: string): void {
    const address = this.#addressOf(source);
    this.#slots.set(source, address === null ? { kind: 'broken' } : { kind: 'loading' });
    if (address === null) return;
    const image = new Image();
    image.decoding = 'async';
    image.addEventListener('load', () => {
      this.#slots.set(source, { kind: 'there', image });
      this.#thin();
      this.#onLoaded();
      this.#settle();
    });
    image.addEventListener('error', () => {
      this.#slots.set(source, { kind: 'broken' });
      this.#settle();
    });
    image.src = address;
  }

  #settle(): void {
    if (this.isWaiting) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #thin(): void {
    for (const source of this.#slots.keys()) {
      if (this.#slots.size <= MOST) return;
      this.#slots.delete(source);
    }
  }
}
