import { expect, test } from '@playwright/test';
import { judge } from './accepted.ts';
import { differenceOf, quarterOf } from './compare.ts';
import { type Picture, readPng, writePng } from './png.ts';

// The comparison itself, on a drawn page: paper, a line of words, and a bar.

const SIZE = { width: 1280, height: 800 };
const PAPER = 250;
const MAKER = 'Chromium 1';

/** Ink in some dots of a page. */
function pageWith(isInked: (x: number, y: number) => boolean): Picture {
  const dots = new Uint8Array(SIZE.width * SIZE.height * 3).fill(PAPER);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++)
      if (isInked(x, y)) dots.fill(30, (y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3);
  }
  return { ...SIZE, dots };
}

const barAt = (top: number): Picture =>
  pageWith((x, y) => x >= 400 && x < 700 && y >= top && y < top + 40 && (y === top || y === top + 39 || x % 40 < 16));

test('a picture is read as it was written, with its maker', () => {
  const picture = { ...quarterOf(barAt(300)), maker: 'Chromium 156 on linux x64' };
  expect(readPng(writePng(picture))).toEqual(picture);
});

test('a bar eight dots higher is other; letters smoothed otherwise, and the same picture, are the same', () => {
  const before = { ...quarterOf(barAt(300)), maker: MAKER };
  expect(judge(before, quarterOf(barAt(300)), MAKER)).toEqual({ kind: 'same' });
  expect(judge(before, quarterOf(barAt(292)), MAKER)).toMatchObject({ kind: 'other' });
  // One dot more at each edge of a stroke.
  const smoothed = pageWith(
    (x, y) => x >= 400 && x < 700 && y >= 300 && y < 340 && (y === 300 || y === 339 || x % 40 < 16),
  );
  for (let at = 0; at < smoothed.dots.length; at += 97) smoothed.dots[at] = Math.max(0, (smoothed.dots[at] ?? 0) - 60);
  expect(judge(before, quarterOf(smoothed), MAKER)).toEqual({ kind: 'same' });
});

test('what differs is told by its place on the page, and another size is another picture', () => {
  const [plain, spotted] = [pageWith(() => false), pageWith((x, y) => x >= 100 && x < 140 && y >= 40 && y < 60)];
  expect(differenceOf(quarterOf(plain), quarterOf(spotted))).toEqual({
    dots: 50,
    box: { x: 100, y: 40, width: 40, height: 20 },
  });
  const phone = { width: 4, height: 4, dots: new Uint8Array(48) };
  expect(judge({ ...quarterOf(plain), maker: MAKER }, quarterOf(phone), MAKER)).toMatchObject({ kind: 'other' });
});

test('a picture that another browser made proves nothing when it differs, and all when it does not', () => {
  const before = { ...quarterOf(barAt(300)), maker: MAKER };
  expect(judge(before, quarterOf(barAt(292)), 'Chromium 2')).toMatchObject({
    kind: 'unsure',
    why: expect.stringContaining('made by Chromium 1, this one by Chromium 2'),
  });
  expect(judge(before, quarterOf(barAt(300)), 'Chromium 2')).toEqual({ kind: 'same' });
});
