import { crc32, deflateSync, inflateSync } from 'node:zlib';

// PNG as Chromium writes it, and as pictures are kept: eight bits a channel, red, green and blue, perhaps opacity, not interlaced.

/** A picture: three bytes a dot, row by row from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
  /** What made it, as the file says. */
  readonly maker?: string;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The keyword of the specification for what made a picture, and the byte that ends it. */
const SOFTWARE = 'Software\0';
/** Filters of rows. */
const NONE = 0;
const UP = 2;
const RGB = 2;
const RGBA = 6;

export function readPng(file: Buffer): Picture {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  let maker: string | undefined;
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      const [depth, colours, , , interlace] = body.subarray(8);
      if (depth !== 8 || (colours !== RGB && colours !== RGBA) || interlace !== 0)
        throw new Error(`a PNG of ${depth} bits and colours of kind ${colours} is not read here`);
      channels = colours === RGB ? 3 : 4;
    } else if (kind === 'IDAT') parts.push(body);
    else if (kind === 'tEXt' && body.toString('latin1').startsWith(SOFTWARE))
      maker = body.toString('latin1', SOFTWARE.length);
    at += length + 12;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  // A page is opaque.
  const dots = channels === 3 ? rows : rows.filter((_, at) => at % 4 !== 3);
  return { width, height, dots, ...(maker === undefined ? {} : { maker }) };
}

export function writePng({ width, height, dots, maker = 'unknown' }: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, RGB], 8);
  const said = chunk('tEXt', Buffer.from(`${SOFTWARE}${maker}`, 'latin1'));
  const packed = ([NONE, UP] as const).map((filter) =>
    deflateSync(filtered({ width, height, dots }, filter), { level: 9 }),
  );
  const [smallest = Buffer.alloc(0)] = packed.toSorted((one, other) => one.length - other.length);
  const rows = chunk('IDAT', smallest);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), said, rows, chunk('IEND', Buffer.alloc(0))]);
}

/** Each row as it is, or as what it has more than the one above it: which of them is smaller depends on the picture. */
function filtered({ width, height, dots }: Picture, filter: typeof NONE | typeof UP): Buffer {
  const line = width * 3;
  const rows = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y++) {
    rows[y * (line + 1)] = filter;
    for (let x = 0; x < line; x++) {
      const above = filter === NONE || y === 0 ? 0 : (dots[(y - 1) * line + x] ?? 0);
      rows[y * (line + 1) + 1 + x] = (dots[y * line + x] ?? 0) - above;
    }
  }
  return rows;
}

function chunk(kind: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), bytes]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Each row has a byte before it that says from which neighbours its bytes were taken. */
function unfiltered(bytes: Buffer, line: number, height: number, step: number): Uint8Array {
  const dots = new Uint8Array(line * height);
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x++) {
      const at = y * line + x;
      const left = x < step ? 0 : (dots[at - step] ?? 0);
      const above = y === 0 ? 0 : (dots[at - line] ?? 0);
      const corner = x < step || y === 0 ? 0 : (dots[at - line - step] ?? 0);
      dots[at] = (bytes[y * (line + 1) + 1 + x] ?? 0) + foretold(filter, left, above, corner);
    }
  }
  return dots;
}

function foretold(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case UP:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return paeth(left, above, corner);
    default:
      return 0;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
