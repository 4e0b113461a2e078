/** The bytes of a file as it grows and shrinks; what was never written is zero. */
export class FileImage {
  #buffer: Buffer;
  #size: number;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#buffer = Buffer.from(bytes);
    this.#size = bytes.length;
  }

  get size(): number {
    return this.#size;
  }

  /** A view, until the next change. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  write(at: number, bytes: Uint8Array): void {
    this.#reach(at + bytes.length);
    this.#buffer.set(bytes, at);
    this.#size = Math.max(this.#size, at + bytes.length);
  }

  /** Makes it this long. */
  resize(size: number): void {
    this.#reach(size);
    if (size < this.#size) this.#buffer.fill(0, size, this.#size);
    this.#size = size;
  }

  #reach(size: number): void {
    if (size <= this.#buffer.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.length));
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}
