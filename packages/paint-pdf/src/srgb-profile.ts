// What the document's colours mean: sRGB (IEC 61966-2-1) as an ICC profile (ICC.1:2010, version 4.2), three primaries and one curve. PDF/A asks
// for one; made here it is six hundred bytes.

type Three = readonly [number, number, number];

const D50: Three = [0.9642, 1, 0.8249];
/** The primaries, seen under D50. */
const PRIMARIES: readonly (readonly [string, Three])[] = [
  ['rXYZ', [0.4360747, 0.2225045, 0.0139322]],
  ['gXYZ', [0.3850649, 0.7168786, 0.0971045]],
  ['bXYZ', [0.1430804, 0.0606169, 0.7141733]],
];
/** How they come there from D65. */
const ADAPTATION = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
];
/** Exponent, and the straight part near black. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const HEAD = 128;

/** The profile. */
export function srgbProfile(): Buffer {
  const curve = typed('para', Buffer.from([0, 3, 0, 0]), fixed(CURVE));
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', said('sRGB')],
    ['cprt', said('No copyright')],
    ['wtpt', typed('XYZ ', fixed(D50))],
    ['chad', typed('sf32', fixed(ADAPTATION))],
    ...PRIMARIES.map(([name, place]) => [name, typed('XYZ ', fixed(place))] as const),
    ...['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve] as const),
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = HEAD + table.length;
  for (const [i, [name, body]] of tags.entries()) {
    const place = places.get(body) ?? end;
    if (place === end) {
      places.set(body, place);
      bodies.push(body);
      end += body.length;
    }
    const at = 4 + 12 * i;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(place, at + 4);
    table.writeUInt32BE(body.length, at + 8);
  }
  return Buffer.concat([head(end), table, ...bodies]);
}

function head(size: number): Buffer {
  const bytes = Buffer.alloc(HEAD);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x0420_0000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [i, part] of [2_000, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * i);
  bytes.write('acsp', 36, 'latin1');
  fixed(D50).copy(bytes, 68);
  return bytes;
}

/** A tag's body, its length a multiple of four. */
function typed(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts]);
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)]);
}

/** A text in English. */
function said(text: string): Buffer {
  const letters = Buffer.from(text, 'utf16le').swap16();
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(letters.length, 12);
  record.writeUInt32BE(28, 16);
  return typed('mluc', record, letters);
}

/** Numbers with sixteen bits behind the point. */
function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * i);
  return bytes;
}
