import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { type Zippable, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';

// Files that were made to harm whoever reads them, whole and in their full size, read in a process whose memory is bounded.

const MIB = 1024 * 1024;
const READER = fileURLToPath(new URL('read-hostile.ts', import.meta.url));
const MOST_HEAP_MIB = 400;
const MOST_MIB = 600;
const PATIENCE_MS = 120_000;

/** An archive of sixteen archives, five times over, and at the bottom nothing but zeros: 16^5 x 4 MiB. */
function nested(): Uint8Array {
  let inner = zipSync({ '0.dll': new Uint8Array(4 * MIB) }, { level: 9 });
  for (let depth = 0; depth < 5; depth++) {
    const entries: Zippable = {};
    for (let i = 0; i < 16; i++) entries[`lib ${i}.zip`] = inner;
    inner = zipSync(entries, { level: 9 });
  }
  return inner;
}

/** An archive of this one file, packed by Node, which takes a tenth of the time: these are large. */
function zipOf(name: string, bytes: Uint8Array): Uint8Array {
  const packed = deflateRawSync(bytes, { level: 1 });
  // What both headers say of the file: version, flags, deflated, time, date, checksum, sizes, length of the name, nothing more.
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(crc32(bytes), 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(bytes.length, 18);
  about.writeUInt16LE(name.length, 22);
  const local = [Buffer.from('PK\u0003\u0004'), about, Buffer.from(name), packed];
  const start = Buffer.concat(local);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), about, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(start.length, 12);
  return Buffer.concat([start, central, Buffer.from('PK\u0005\u0006'), end]);
}

/** Inflates to so many mebibytes, each 8 KiB from about 60 bytes: little enough to be a file of text. */
function slowZip(mib: number): Uint8Array {
  const bytes = new Uint8Array(mib * MIB);
  let seed = 7;
  for (let at = 0; at < bytes.length; at += 8192) {
    for (let i = 0; i < 48; i++) bytes[at + i] = (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 24;
  }
  return zipOf('content.json', bytes);
}

/** Each entity is ten of the one before it. */
function laughs(levels: number): string {
  const entities = Array.from({ length: levels }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY l0 "ha">${entities.join('')}]><map><node TEXT="&l${levels};"/></map>`;
}

function dtd(declaration: string, use = '&x;'): string {
  return `<!DOCTYPE map [${declaration}]><map><node TEXT="a">${use}</node></map>`;
}

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');
const asXmind = (text: string): Uint8Array => zipSync({ 'content.xml': Buffer.from(text) });

const BOMB = nested();
const FILES: Readonly<Record<string, { readonly bytes: Uint8Array | string; readonly becomes: RegExp }>> = {
  '42.xmind': { bytes: BOMB, becomes: /^not-this-format$/ },
  '42.zip': { bytes: BOMB, becomes: /^not-this-format$/ },
  'flat.xmind': { bytes: zipOf('content.json', new Uint8Array(160 * MIB)), becomes: /^hostile$/ },
  'slow.xmind': { bytes: slowZip(160), becomes: /^too-large$/ },
  'laughs.mm': { bytes: laughs(9), becomes: /^hostile$/ },
  'laughs.opml': { bytes: laughs(9).replaceAll('map', 'opml'), becomes: /^hostile$/ },
  'laughs.xmind': { bytes: asXmind(laughs(9)), becomes: /^hostile$/ },
  'laughs-utf16.mm': { bytes: utf16(laughs(9)), becomes: /^hostile$/ },
  'square.mm': { bytes: dtd(`<!ENTITY x "${'a'.repeat(MIB)}">`, '&x;'.repeat(100_000)), becomes: /^hostile$/ },
  'file.mm': { bytes: dtd('<!ENTITY x SYSTEM "file:///etc/passwd">'), becomes: /^hostile$/ },
  'net.mm': { bytes: dtd('<!ENTITY x SYSTEM "http://127.0.0.1:9/x">'), becomes: /^hostile$/ },
  'parameter.mm': { bytes: dtd('<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;'), becomes: /^hostile$/ },
  'references.mm': {
    bytes: `<map><node TEXT="${'&#65;'.repeat(10_000_000)}"/></map>`,
    becomes: /^1 items$/,
  },
  'deep.canvas': { bytes: `{"nodes":${'['.repeat(2_000_000)}`, becomes: /^not-this-format$/ },
  'deep.mm': { bytes: `<map>${'<node>'.repeat(1_000_000)}`, becomes: /^too-large$/ },
  'sound.mm': { bytes: '<map><node TEXT="a"><node TEXT="b"/></node></map>', becomes: /^2 items$/ },
};

test(
  '[FMT-21] [FMT-22] [FMT-23] bombs in their full size are refused one after the other, within bounded memory, and the next file is read',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-hostile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, { bytes }] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes);
    const args = [`--max-old-space-size=${MOST_HEAP_MIB}`, READER, folder];
    const answer: unknown = JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8', timeout: PATIENCE_MS }),
    );
    const becomes = Object.entries(FILES).map(([name, file]) => [name, expect.stringMatching(file.becomes)]);
    expect(answer).toEqual({ seen: Object.fromEntries(becomes), mostMib: expect.any(Number) });
    expect(answer).toSatisfy((said: { mostMib: number }) => said.mostMib < MOST_MIB);
  },
  PATIENCE_MS,
);
