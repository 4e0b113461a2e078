import { setImmediate as turnOfEvents } from 'node:timers/promises';
import { must, utf8Encode } from '@bough/base';
import { ZipReader } from '@bough/formats/zip';
import { decodeMap } from '@bough/map';
import { createPalette, type Scene } from '@bough/scene';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, expect, test } from 'vitest';
import { document } from '../testing/maps.ts';
import { layOut } from './lay-out.ts';
import { paintPng, type PngOptions } from './paint-png.ts';
import { PNG_LIMITS, pngSize } from './png-size.ts';
import { Pictures } from './pictures.ts';

const SMALL = { ...PNG_LIMITS, pixels: 100_000, tile: 300 };

let scene: Scene;
let options: PngOptions;
beforeAll(async () => {
  const map = must(decodeMap(new TextDecoder().decode(document('Rivers', 30))));
  ({ scene } = await layOut(map));
  const pictures = await Pictures.of(scene, new Map());
  options = {
    ...{ title: 'Rivers <&>', scale: 2, isTiled: true, isTransparent: false, han: 'sc', pictures },
    ...{ palette: createPalette('light'), isStopped: async () => false },
  };
});

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

async function pixelsOf(png: Uint8Array): Promise<Picture> {
  const image = await loadImage(Buffer.from(png));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width: image.width, height: image.height, data: context.getImageData(0, 0, image.width, image.height).data };
}

/** How far the tile is from that place of the picture, summed up over its pixels. */
function distance(tile: Picture, picture: Picture, left: number, top: number): number {
  let sum = 0;
  for (let y = 0; y < tile.height; y++) {
    const [own, there] = [y * tile.width * 4, ((top + y) * picture.width + left) * 4];
    for (let i = 0; i < tile.width * 4; i++)
      sum += Math.abs((tile.data[own + i] ?? 0) - (picture.data[there + i] ?? 0));
  }
  return sum;
}

test('[EXP-25] the tiles are the picture, put together by their names', async () => {
  const whole = await paintPng(scene, options);
  const tiled = await paintPng(scene, options, SMALL);
  expect([whole?.extension, tiled?.extension]).toEqual(['png', 'zip']);
  const picture = await pixelsOf(whole?.bytes ?? new Uint8Array());
  const zip = new ZipReader(tiled?.bytes ?? new Uint8Array());
  const names = zip.names().filter((name) => name.endsWith('.png'));
  const { tiles } = pngSize(scene, options, SMALL);
  expect(names).toHaveLength((tiles?.columns ?? 0) * (tiles?.rows ?? 0));
  expect(names.length).toBeGreaterThan(8);
  let [top, left, inPlace, moved] = [0, 0, 0, 0];
  for (const name of names.toSorted()) {
    if (left === picture.width) left = 0;
    const tile = await pixelsOf(zip.read(name) ?? new Uint8Array());
    expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(SMALL.tile);
    inPlace += distance(tile, picture, left, top);
    moved += distance(tile, picture, left + 1, top);
    left += tile.width;
    if (left === picture.width) top += tile.height;
  }
  expect([left, top]).toEqual([picture.width, picture.height]);
  // Curves are cut where a tile ends, and half covered pixels beside them come out by a little more or less.
  expect(inPlace / picture.data.length).toBeLessThan(0.1);
  expect(moved / inPlace).toBeGreaterThan(10);
});

test('[EXP-25] a page among them shows each in its place, and the title as words', async () => {
  const tiled = await paintPng(scene, options, SMALL);
  const zip = new ZipReader(tiled?.bytes ?? new Uint8Array());
  const page = new TextDecoder().decode(zip.read('index.html') ?? utf8Encode(''));
  expect(page).toContain('<title>Rivers &#60;&#38;&#62;</title>');
  const images = [...page.matchAll(/<img src="([^"]+)" width="(\d+)" height="(\d+)"/g)];
  expect(images.map(([, name]) => name)).toEqual(zip.names().filter((name) => name.endsWith('.png')));
  expect(page.match(/<div>/g)).toHaveLength(pngSize(scene, options, SMALL).tiles?.rows ?? 0);
});

test('[EXP-25] one that is not too large comes as it is, and one beyond all tiles is smaller than was asked for', async () => {
  expect(pngSize(scene, options).tiles).toBe(null);
  expect((await paintPng(scene, options))?.extension).toBe('png');
  const { asked, written, tiles } = pngSize(scene, options, { ...SMALL, tiled: 200_000 });
  expect(written.width).toBeLessThan(asked.width);
  expect(written.width * written.height).toBeGreaterThan(190_000);
  expect(tiles).not.toBe(null);
});

test('[EXP-25] one that nobody waits for any more ends between two strips', async () => {
  expect(await paintPng(scene, { ...options, isStopped: async () => true }, SMALL)).toBe(null);
});

test('[EXP-9] the memory of each strip is given back before the next one is painted', async () => {
  const strips: number[] = [];
  const isStopped = async (): Promise<boolean> => {
    await turnOfEvents();
    strips.push(process.memoryUsage().external);
    return false;
  };
  for (const isTransparent of [false, true]) {
    strips.length = 0;
    await paintPng(scene, { ...options, scale: 8, isTiled: false, isTransparent, isStopped });
    expect(strips.length).toBeGreaterThan(20);
    // Some of them are on their way into the file from the first ones on.
    const grown = strips.slice(4).reduce((sum, now, i) => sum + Math.max(0, now - (strips[i + 3] ?? now)), 0);
    expect(grown).toBeLessThan(12_000_000);
  }
});
