import { expect } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { type PrintedSheet, type PrintedWord, sheetsIn } from './pdf-words.ts';
import { test } from './site.ts';

// What one has in hand when a map that is larger than a sheet was printed on several.

/** 15 branches of 12 items, every word of which stands once in the map, and many of which are long enough to meet an edge. */
function largeMap(): { readonly lines: string; readonly words: readonly string[] } {
  const branches = Array.from({ length: 15 }, (_, n) => [
    `\tbranch${n}`,
    ...Array.from({ length: 12 }, (__, m) =>
      ['\t\t', ...Array.from({ length: 2 + ((n + m) % 9) }, (___, w) => `w${n}x${m}y${w}z `)].join('').trimEnd(),
    ),
  ]);
  const lines = ['root0', ...branches.flat()].join('\n');
  return { lines, words: lines.split(/\s+/) };
}

/** As far as poppler's box of a word may reach beyond its letters, in points: ascenders and descenders that are not drawn. */
const SLACK = 4;
/** The strip around each tile in which only the marks stand, and which tile it is. */
const STRIP = 28;

function isCut({ left, top, right, bottom }: PrintedWord, { width, height }: PrintedSheet): boolean {
  return (
    left < STRIP - SLACK || top < STRIP - SLACK || right > width - STRIP + SLACK || bottom > height - STRIP + SLACK
  );
}

for (const [paper, long, short] of [
  ['A4', 841.89, 595.28],
  ['Letter', 792, 612],
] as const) {
  test(`a large map on tiles of ${paper}: no edge cuts a word, each word is there, and each tile says which of how many it is`, async ({
    page,
    site,
  }) => {
    test.setTimeout(180_000);
    const { lines, words } = largeMap();
    await page.goto(site);
    await page.getByRole('button', { name: 'Import a file' }).click();
    const file = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole('button', { name: 'Create map' }).click();
    const map = new MapPage(page);
    await map.isOpen();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'PDF' }).check();
    await dialog.getByRole('combobox').filter({ hasText: 'A4' }).selectOption({ label: paper });
    await dialog.getByRole('combobox').filter({ hasText: 'Split across pages' }).selectOption('Split across pages');
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const sheets = sheetsIn(await (await saved).path());

    expect(sheets.length).toBeGreaterThan(3);
    const labels = sheets.map((_, n) => `${n + 1} of ${sheets.length}`);
    for (const [n, sheet] of sheets.entries()) {
      expect([sheet.width, sheet.height]).toEqual([expect.closeTo(long, 0), expect.closeTo(short, 0)]);
      const ofTheMap = sheet.words.filter(({ text }) => words.includes(text));
      expect(ofTheMap.filter((word) => isCut(word, sheet))).toEqual([]);
      const others = sheet.words.filter(({ text }) => !words.includes(text));
      expect(others.map(({ text }) => text).join(' ')).toBe(labels[n]);
    }
    const printed = new Set(sheets.flatMap((sheet) => sheet.words.map(({ text }) => text)));
    expect(words.filter((word) => !printed.has(word))).toEqual([]);
  });
}
