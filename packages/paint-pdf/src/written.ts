import type PdfDocument from 'pdfkit';

// What the library writes, gathered as text and turned into bytes in large pieces. It writes four small strings for each object, and
// would turn each into bytes and send it through a stream: for a large map, whose items are objects, as long as drawing them takes.

type Document = InstanceType<typeof PdfDocument>;

/** So many characters are turned into bytes at once. */
const PIECE = 1 << 20;

/** The bytes of a document; made before anything else is done with it, since the library knows places in the file by what it wrote. */
export class Written {
  readonly #pieces: Uint8Array[] = [];
  #text = '';

  constructor(document: Document) {
    if (!canWrite(document)) throw new Error('the library cannot write any more');
    for (let piece: unknown = document.read(); piece !== null; piece = document.read()) {
      if (piece instanceof Uint8Array) this.#pieces.push(piece);
    }
    document._write = (data) => {
      document._offset += this.#take(data);
    };
  }

  /** All that was written until now. */
  bytes(): Uint8Array {
    this.#flush();
    return Buffer.concat(this.#pieces);
  }

  /** The library ends what is text with a new line. Answers how many bytes that is. */
  #take(data: Uint8Array | string): number {
    if (typeof data === 'string') {
      this.#text += `${data}\n`;
      if (this.#text.length > PIECE) this.#flush();
      return data.length + 1;
    }
    this.#flush();
    this.#pieces.push(data);
    return data.length;
  }

  #flush(): void {
    if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text, 'latin1'));
    this.#text = '';
  }
}

interface Writing {
  _offset: number;
  _write: (data: Uint8Array | string) => void;
}

function canWrite(document: Document): document is Document & Writing {
  return '_write' in document && '_offset' in document && typeof document._offset === 'number';
}
