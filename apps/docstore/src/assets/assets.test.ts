import { createHash } from 'node:crypto';
import type { MapId } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import { boundStore, MemoryStore } from '@bough/bloblog/testing';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { chunkOf, picture, vastPng } from '../testing/images.ts';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { SecondCopies } from '../second/second-copies.ts';
import { Assets } from './assets.ts';
import { drawSquare, encodeAnew } from './encode-anew.ts';
import { sniffImage } from './sniff.ts';
import { Turns } from './turns.ts';

const MAP = mapNamed('one');
const OTHER = mapNamed('other');
const HIDDEN = '<script>alert(document.domain)</script>';

interface AssetWorld extends World {
  readonly assets: Assets;
  readonly second: MemoryStore;
  readonly troubles: unknown[];
  /** Another process with the same first location. */
  readonly withSecond: (second: BlobStore, isSync: boolean) => Assets & { readonly copies: SecondCopies };
}

async function makeAssets(): Promise<AssetWorld> {
  const w = makeWorld();
  const second = new MemoryStore(w.ports.clock);
  const troubles: unknown[] = [];
  for (const map of [MAP, OTHER])
    await w.run(w.documents.create({ map, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  const another: AssetWorld['withSecond'] = (secondStore, isSync) => {
    const mustTake = (map: MapId): Promise<unknown> => w.documents.mustTake(map);
    const onTrouble = (failure: unknown): unknown => troubles.push(failure);
    const copies = new SecondCopies({ ports: w.ports, first: w.store, second: secondStore, onTrouble }, { isSync });
    return Object.assign(new Assets({ ports: w.ports, first: w.store, copies, mustTake }), { copies });
  };
  return { ...w, assets: another(second, true), second, troubles, withSecond: another };
}

/** A store that never says whether it has written. */
const unsure = (store: BlobStore): BlobStore => ({
  ...boundStore(store),
  createIfAbsent: () => Promise.resolve({ kind: 'unsure', cause: new Error('cut') }),
});

describe('keeping images', () => {
  test('[DOC-60] an image is kept once under its hash, with its type, for its map alone', async () => {
    const { assets, store } = await makeAssets();
    const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', gif: 'image/png' } as const;
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const facts = await assets.keep(MAP, await picture(format));
      expect(facts).toMatchObject({ type: types[format], width: 40, height: 30 });
      const { bytes, type } = await assets.read(MAP, facts.hash);
      expect([type, bytes.length]).toEqual([facts.type, facts.bytes]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.hash);
      expect(await assets.keep(MAP, await picture(format))).toEqual(facts);
      const absent = { code: 'docstore/no-asset', kind: 'absent' };
      await expect(assets.read(OTHER, facts.hash)).rejects.toMatchObject(absent);
    }
    expect((await store.list(`logs/${MAP}/assets/`)).entries.length).toBe(4);
    await expect(assets.keep(mapNamed('none'), await picture('png'))).rejects.toMatchObject({
      code: 'docstore/no-document',
    });
  });

  test('[DOC-61] of polyglots and camera files only the pixels are left, upright', async () => {
    const png = await picture('png');
    const end = png.length - 12;
    const exif = { IFD0: { Copyright: HIDDEN }, IFD3: { GPSLatitudeRef: 'N' } };
    const turned = await sharp(await picture('jpeg'))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const text = chunkOf('tEXt', Buffer.from(`Comment\0${HIDDEN}`));
    const gif = await picture('gif');
    const uploads = [
      Buffer.concat([png, Buffer.from(HIDDEN)]),
      Buffer.concat([png.subarray(0, end), text, png.subarray(end)]),
      Buffer.concat([png, Buffer.from(`PK\x03\x04${HIDDEN}`, 'latin1')]),
      await sharp(await picture('jpeg'))
        .withExif(exif)
        .toBuffer(),
      turned,
      Buffer.concat([gif, Buffer.from(HIDDEN)]),
    ];
    for (const upload of uploads) {
      const kept = Buffer.from((await encodeAnew(upload)).bytes);
      expect(kept.includes('script')).toBe(false);
      expect(kept.includes('PK\x03\x04')).toBe(false);
      const { exif: left, icc, xmp, orientation } = await sharp(kept).metadata();
      expect([left, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
    expect(uploads.filter((upload) => upload.includes('script')).length).toBeGreaterThanOrEqual(5);
    expect(await encodeAnew(turned)).toMatchObject({ width: 30, height: 40 });
    expect(await encodeAnew(await picture('png', { width: 6_000, height: 30 }))).toMatchObject({ width: 4_096 });
  });

  test('[DOC-62] what is no picture of the four kinds is refused, whatever it begins as', async () => {
    const { assets } = await makeAssets();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const png = await picture('png');
    const bad = [
      Buffer.alloc(0),
      Buffer.from(svg),
      Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
      Buffer.from(`GIF89a/*${svg}*/=1;${HIDDEN}`),
      Buffer.from(`\xff\xd8\xff${HIDDEN}`, 'latin1'),
      Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8X', 'latin1'),
      Buffer.from('%PDF-1.7'),
      Buffer.from('BM' + '\0'.repeat(60)),
      await sharp(png).tiff().toBuffer(),
      await sharp(png).avif().toBuffer(),
      png.subarray(0, 60),
    ];
    for (const upload of bad) {
      const refused = { code: 'docstore/no-image', kind: 'invalid' };
      await expect(assets.keep(MAP, upload), upload.toString('latin1').slice(0, 20)).rejects.toMatchObject(refused);
    }
    expect(sniffImage(Buffer.from(svg))).toBe(null);
  });

  test('[DOC-63] 50,000 x 50,000 pixels are refused without memory for them, and so is a crowd', async () => {
    const vast = await vastPng(50_000, 50_000);
    expect(vast.length).toBeLessThan(4 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    await expect(encodeAnew(vast)).rejects.toMatchObject({ code: 'docstore/too-large', kind: 'invalid' });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
    const turns = new Turns({ mostWaiting: 1 });
    const { promise: gate, resolve } = Promise.withResolvers<void>();
    let [inside, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await gate;
      inside--;
    };
    const both = [turns.take(work), turns.take(work)];
    await expect(turns.take(work)).rejects.toMatchObject({ code: 'docstore/busy', kind: 'unavailable' });
    resolve();
    await Promise.all(both);
    await turns.take(work);
    expect(most).toBe(1);
  });

  test('[DOC-264] beside a picture lies what it was drawn from, as it came, under the hash of the picture, for files of the map', async () => {
    const { assets } = await makeAssets();
    const png = await picture('png');
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${HIDDEN}</svg>`;
    const originals = [
      Buffer.from(`\ufeff<?xml version="1.0"?>\n<!-- drawn -->\n${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from([0, 0, 1, 0, 1, 0, 9, 9]),
      await sharp(png).avif().toBuffer(),
      Buffer.from('BM' + '\0'.repeat(60)),
    ];
    for (const [n, original] of originals.entries()) {
      const plain = await assets.keep(MAP, await picture('png', { width: 20 + n, height: 9 }));
      expect(await assets.originals(MAP)).not.toContain(plain.hash);
      await expect(assets.readOriginal(MAP, plain.hash)).rejects.toMatchObject({ code: 'docstore/no-asset' });
      const upload = Buffer.concat([await picture('png', { width: 20 + n, height: 9 }), original]);
      expect(await assets.keep(MAP, upload, original.length)).toEqual(plain);
      expect(Buffer.from(await assets.readOriginal(MAP, plain.hash)).equals(original)).toBe(true);
      expect(await assets.originals(MAP)).toContain(plain.hash);
      // What is shown is the picture alone.
      expect(Buffer.from((await assets.read(MAP, plain.hash)).bytes).includes('script')).toBe(false);
    }
    expect(await assets.originals(MAP)).toHaveLength(originals.length);
  });

  test('[DOC-264] what is no drawing is no original: nothing of such an upload is kept', async () => {
    const { assets, store } = await makeAssets();
    const png = await picture('png');
    const bad = [png, Buffer.from('MZ\x90'), Buffer.from('%PDF-1.7 <svg >'), Buffer.from(`<html>${HIDDEN}</html>`)];
    for (const original of bad) {
      const refused = { code: 'docstore/no-image', kind: 'invalid' };
      const kept = assets.keep(MAP, Buffer.concat([png, original]), original.length);
      await expect(kept, original.toString('latin1').slice(0, 9)).rejects.toMatchObject(refused);
    }
    const svg = Buffer.from('<svg/>');
    await expect(assets.keep(MAP, svg, svg.length + 1)).rejects.toMatchObject({ code: 'docstore/no-image' });
    expect((await store.list(`logs/${MAP}/assets/`)).entries).toEqual([]);
  });

  test('[DOC-264] an original is in both locations, a copy of the map has it, and it goes with the map', async () => {
    const w = await makeAssets();
    const svg = Buffer.from('<svg/>');
    const { hash } = await w.assets.keep(MAP, Buffer.concat([await picture('png'), svg]), svg.length);
    const key = `logs/${MAP}/assets/${hash}.original`;
    expect([await w.store.get(key), await w.second.get(key)]).not.toContain(null);
    await w.assets.copyAll(MAP, OTHER);
    expect(await w.assets.originals(OTHER)).toEqual([hash]);
    expect(Buffer.from(await w.assets.readOriginal(OTHER, hash)).equals(svg)).toBe(true);
    await w.run(w.documents.purge(MAP));
    expect(await w.store.get(key)).toBe(null);
  });

  test('[DOC-64] an image is in both locations, in sync mode before it is acknowledged; a copy has it, purging removes it', async () => {
    const w = await makeAssets();
    const { hash } = await w.assets.keep(MAP, await picture('png'));
    const key = `logs/${MAP}/assets/${hash}`;
    expect(await w.second.get(key)).not.toBe(null);
    await w.assets.copyAll(MAP, OTHER);
    expect((await w.assets.read(OTHER, hash)).type).toBe('image/png');
    const unsureSecond = unsure(w.second);
    const lost = w.run(w.withSecond(unsureSecond, true).copyAll(MAP, OTHER));
    await expect(lost).rejects.toMatchObject({ code: 'docstore/not-kept', kind: 'unavailable' });
    const later = w.withSecond(unsureSecond, false);
    await w.run(later.copyAll(MAP, OTHER));
    expect(w.troubles).toEqual([]);
    await w.run(later.copies.drain());
    expect(w.troubles).toMatchObject([{ code: 'docstore/not-kept' }]);

    await w.run(w.documents.purge(MAP));
    expect(await w.store.get(key)).toBe(null);
  });
});

describe('pictures of people', () => {
  test('[DOC-265] a picture of a person is the middle of an image, square and small, in WebP, without anything else that the file held', async () => {
    const { assets, store } = await makeAssets();
    // Red at the left, green in the middle, blue at the right.
    const band = (background: string) => ({ create: { width: 100, height: 100, channels: 3, background } }) as const;
    const parts = ['red', 'lime', 'blue'].map(async (colour, at) => {
      return { input: await sharp(band(colour)).png().toBuffer(), left: at * 100, top: 0 };
    });
    const wide = sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } });
    const upload = await wide
      .composite(await Promise.all(parts))
      .withExif({ IFD0: { Copyright: HIDDEN } })
      .jpeg()
      .toBuffer();
    const before = (await store.list('')).entries.length;
    const { bytes, type, width, height } = await assets.drawPicture(Buffer.concat([upload, Buffer.from(HIDDEN)]));
    expect([type, width, height, sniffImage(bytes)]).toEqual(['image/webp', 256, 256, 'webp']);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const at of [40, 128, 216].map((column) => 128 * 256 + column)) {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3);
      expect([red < 60, green > 190, blue < 60]).toEqual([true, true, true]);
    }
    // Nothing of it is kept here: it belongs to a person, and goes with them.
    expect((await store.list('')).entries.length).toBe(before);
  });

  test('[DOC-265] SVG, half an image and too many pixels are refused, with what they are', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const half = (await picture('png')).subarray(0, 60);
    for (const wrong of [svg, half, Buffer.from('hello')]) {
      await expect(drawSquare(wrong)).rejects.toMatchObject({ code: 'docstore/no-image', kind: 'invalid' });
    }
    await expect(drawSquare(await vastPng(50_000, 50_000))).rejects.toMatchObject({
      code: 'docstore/too-large',
      kind: 'invalid',
    });
  });
});
