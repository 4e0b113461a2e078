import { expect, test } from '@playwright/test';
import { judge } from './accepted.ts';
import { compareDots, quarterOf } from './compare.ts';
import { type Picture, readPng, writePng } from './png.ts';

// The comparison itself, on a drawn page: paper, and a bar with words.

const SIZE = { width: 1280, height: 800 };
const PAPER = 250;
const INK = 30;
const RENDERER = { name: 'Chromium 2', drawing: 'abc' };
const MAKER = 'Chromium 1, abc';
const OTHER_MAKER = 'Chromium 1, def';

/** Ink in some dots of a page. */
function pageWith(isInked: (x: number, y: number) => boolean): Picture {
  const dots = new Uint8Array(SIZE.width * SIZE.height * 3).fill(PAPER);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++)
      if (isInked(x, y)) dots.fill(INK, (y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3);
  }
  return { ...SIZE, dots };
}

const isBar = (x: number, y: number, top: number): boolean =>
  x >= 400 && x < 700 && y >= top && y < top + 40 && (y === top || y === top + 39 || x % 40 < 16);
const barAt = (top: number): Picture => pageWith((x, y) => isBar(x, y, top));

/** As another renderer has it: one dot in four at an edge is another grey. */
function smoothed({ dots, ...picture }: Picture): Picture {
  const other = dots.map((channel, at) => (at % 97 === 0 ? Math.max(0, channel - 60) : channel));
  return { ...picture, dots: other };
}

test('[WEB-45] a picture is read as it was written, with its maker', () => {
  const picture = { ...quarterOf(barAt(300)), maker: 'Chromium 156 on linux x64, 012345' };
  expect(readPng(writePng(picture))).toEqual(picture);
});

test('[WEB-45] a bar eight dots higher is another picture; the same one, and letters smoothed otherwise, are not', () => {
  const before = { ...quarterOf(barAt(300)), maker: MAKER };
  expect(judge(before, quarterOf(barAt(300)), RENDERER)).toMatchObject({ isSame: true, isStrict: true });
  expect(judge(before, quarterOf(smoothed(barAt(300))), RENDERER)).toMatchObject({ isSame: true, isStrict: true });
  expect(judge(before, quarterOf(barAt(292)), RENDERER)).toMatchObject({ isSame: false, isStrict: true });
});

test('[WEB-45] what differs is told by its place on the page, and another size is another picture', () => {
  const [plain, spotted] = [pageWith(() => false), pageWith((x, y) => x >= 100 && x < 140 && y >= 40 && y < 60)];
  const box = { x: 100, y: 40, width: 40, height: 20 };
  expect(compareDots(quarterOf(plain), quarterOf(spotted))).toMatchObject({ found: 50, box });
  const phone = { width: 4, height: 4, dots: new Uint8Array(48) };
  expect(judge({ ...quarterOf(plain), maker: MAKER }, phone, RENDERER)).toMatchObject({ isSame: false });
});

test('[WEB-46] where another renderer made the accepted picture, words may stand some dots further, and what is gone or elsewhere is noticed', () => {
  const page = (further: number): Picture => pageWith((x, y) => isBar(x, y, 300) || isWord(x - further, y));
  const before = { ...quarterOf(page(0)), maker: OTHER_MAKER };
  const drawn = quarterOf(page(5));
  expect(judge(before, drawn, RENDERER)).toMatchObject({ isSame: true, isStrict: false });
  expect(judge({ ...before, maker: MAKER }, drawn, RENDERER)).toMatchObject({ isSame: false, isStrict: true });
  for (const other of [page(400), barAt(300), pageWith(isWord)])
    expect(judge(before, quarterOf(other), RENDERER)).toMatchObject({ isSame: false, isStrict: false });
});

/** A line of words: a fifth of its dots, as if by chance, are ink. */
function isWord(x: number, y: number): boolean {
  return x >= 400 && x < 700 && y >= 500 && y < 520 && Math.imul(x * 31 + y * 17, 0x9e37_79b1) >>> 0 < 0.2 * 2 ** 32;
}
