import { expect, type Page } from '@playwright/test';
import { TREES } from './garden.ts';
import { onPhone } from './on-phone.ts';
import { test } from './site.ts';
import { write } from './map-page.ts';

// The outline beside the map: its folds, its keys, its buttons for fingers, and finding in it.

function outlineOf(page: Page) {
  const sheet = page.getByRole('complementary', { name: 'Outline' });
  const row = (words: string) => sheet.getByRole('row').filter({ has: page.getByText(words, { exact: true }) });
  return {
    sheet,
    row,
    /** The words of the rows that are there. */
    rows: async (): Promise<readonly string[]> =>
      sheet
        .getByRole('textbox', { name: /^Item at level/ })
        .evaluateAll((fields) => fields.map((each) => (each as HTMLTextAreaElement).value)),
    /** The words of the row that has the keyboard. */
    at: async (): Promise<string> =>
      page.evaluate(() => {
        const field = document.activeElement;
        return field instanceof HTMLTextAreaElement && field.closest('aside') !== null ? field.value : '';
      }),
  };
}

test('[WEB-2] [WEB-3] the outline opens with the folds of the map, and folds by arrows and buttons without touching it', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  const outline = outlineOf(page);
  await garden.select('oak');
  await garden.keys('Space', 'Control+Alt+o');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'ash', 'yew', 'elm']);
  await expect.poll(outline.at).toBe('oak');
  await expect(outline.row('oak')).toHaveAttribute('aria-expanded', 'false');
  await garden.keys('ArrowRight');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'acorn', 'bark', 'ash', 'yew', 'elm']);
  await expect(outline.row('oak')).toHaveAttribute('aria-expanded', 'true');
  await expect(garden.item('oak')).toHaveAttribute('aria-expanded', 'false');
  await garden.keys('ArrowRight', 'ArrowDown');
  await expect.poll(outline.at).toBe('bark');
  // Reached by keys, a row takes letters at the end of its words, and is written in from then on.
  await garden.type('ed');
  await garden.keys('ArrowLeft', 'ArrowLeft');
  await garden.type('!');
  await expect.poll(outline.rows).toContain('bark!ed');
  await garden.keys('ArrowUp', 'ArrowLeft');
  await expect.poll(outline.at).toBe('oak');
  // Who folds with a button what the keyboard is in has it at what is folded.
  await garden.keys('ArrowRight');
  await expect.poll(outline.at).toBe('acorn');
  await outline.row('trees').getByRole('button', { name: 'Fold' }).click();
  await expect.poll(outline.rows).toEqual(['trees']);
  await expect.poll(outline.at).toBe('trees');
  await expect(outline.sheet.getByText('Folded', { exact: true })).toBeAttached();
  await garden.keys('Control+Alt+o');
  await expect(outline.sheet).toBeHidden();
});

test('[WEB-5] Ctrl+F finds in the outline, unfolds what hides a hit, and ends at its words', async ({ plant }) => {
  const garden = await plant(`${TREES}\n\t\tbeech bark`);
  const { page } = garden;
  const outline = outlineOf(page);
  for (const words of ['oak', 'elm']) {
    await garden.select(words);
    await garden.keys('Space');
  }
  await garden.select('yew');
  await garden.keys('Control+Alt+o');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'ash', 'yew', 'elm']);
  await garden.keys('Control+f');
  const field = outline.sheet.getByRole('textbox', { name: 'Find in the outline' });
  await expect(field).toBeFocused();
  await write(field, 'BARK');
  const count = outline.sheet.getByRole('search').getByRole('status');
  // The next one from where one was, and what is said has its words.
  await expect(count).toHaveText('2 of 2: beech bark');
  await expect.poll(outline.rows).toContain('beech bark');
  await garden.keys('Enter');
  await expect(count).toHaveText('1 of 2: bark');
  // What find had opened for the hit before is as it was.
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'acorn', 'bark', 'ash', 'yew', 'elm']);
  await garden.keys('F3');
  await expect(count).toHaveText('2 of 2: beech bark');
  await garden.keys('Escape');
  await expect(field).toBeHidden();
  await expect.poll(outline.at).toBe('beech bark');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('bark');
  await garden.keys('Control+f');
  await write(field, 'no such words');
  await expect(count).toHaveText('No matches');
  await garden.keys('Escape', 'Escape');
  await expect(outline.sheet).toBeHidden();
});

test('[WEB-4] [WEB-6] on a phone buttons put an item deeper and higher; a map from the right has its indents there', async ({
  browser,
  site,
}) => {
  const { page, garden, close } = await onPhone(browser, site, 'עצים\n\tאלון\n\tash\n\tyew');
  const outline = outlineOf(page);
  await page.getByRole('button', { name: 'More', exact: true }).first().tap();
  await page.getByRole('menuitem', { name: 'Outline' }).tap();
  const field = (words: string) => outline.row(words).getByRole('textbox');
  await expect(field('אלון')).toBeVisible();
  await expect(outline.sheet.getByRole('textbox').first()).not.toBeFocused();
  const right = async (words: string): Promise<number> => {
    const box = await field(words).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right('אלון')).toBeLessThan(await right('עצים'));
  await expect(field('אלון')).toHaveAttribute('dir', 'rtl');
  await expect(field('ash')).toHaveAttribute('dir', 'ltr');
  const fold = await outline.row('עצים').getByRole('button', { name: 'Fold' }).boundingBox();
  expect(fold?.x).toBeGreaterThan(340);

  await field('ash').tap();
  const ways = outline.sheet.getByRole('toolbar', { name: 'Move the item' });
  const deeper = ways.getByRole('button', { name: 'Indent' });
  expect((await deeper.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(ways.getByRole('button', { name: 'Outdent' })).toBeDisabled();
  await deeper.tap();
  await expect.poll(() => garden.outline()).toBe('עצים\n\tאלון\n\t\tash\n\tyew');
  await expect(field('ash')).toBeFocused();
  await expect(outline.row('ash')).toHaveAttribute('aria-level', '3');
  await ways.getByRole('button', { name: 'Outdent' }).tap();
  await expect.poll(() => garden.outline()).toBe('עצים\n\tאלון\n\tash\n\tyew');
  const sheet = await outline.sheet.boundingBox();
  expect([sheet?.x, sheet?.width]).toEqual([0, 390]);
  await close();
});

test('[WEB-4] an item that is moved by keys keeps the keyboard, and one that is put below a folded one is seen', async ({
  plant,
}) => {
  const garden = await plant();
  const { page } = garden;
  const outline = outlineOf(page);
  await garden.select('bark');
  await garden.keys('Control+Alt+o');
  await expect.poll(outline.at).toBe('bark');
  await garden.keys('Alt+ArrowUp');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'bark', 'acorn', 'ash', 'yew', 'elm']);
  await expect.poll(outline.at).toBe('bark');
  await garden.keys('Alt+ArrowDown', 'Alt+ArrowUp', 'Alt+ArrowDown');
  await expect.poll(() => garden.outline()).toBe(TREES);
  await expect.poll(outline.at).toBe('bark');
  // Put below an item that is folded here, it comes to sight with what is beside it there.
  await garden.keys('Enter');
  await garden.type('leaf');
  await garden.keys('Tab', 'ArrowUp', 'ArrowLeft', 'ArrowUp');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'acorn', 'bark', 'ash', 'yew', 'elm']);
  await garden.keys('ArrowDown', 'Enter');
  await expect.poll(outline.at).toBe('');
  await garden.type('twig');
  await garden.keys('Tab');
  await expect.poll(() => garden.outline()).toContain('\tbark\n\t\t\tleaf\n\t\t\ttwig');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'acorn', 'bark', 'leaf', 'twig', 'ash', 'yew', 'elm']);
  await garden.type('s');
  await expect.poll(outline.at).toBe('twigs');
});

test('[WEB-7] ten thousand rows: those in sight are in the page, the last one is reached, and typing goes on', async ({
  plant,
}) => {
  test.setTimeout(180_000);
  const garden = await plant('root');
  const { page } = garden;
  const outline = outlineOf(page);
  const lines = Array.from({ length: 100 }, (_, i) => [
    `branch ${i}`,
    ...Array.from(
      { length: 99 },
      (_each, j) => `\tleaf ${i} ${j}${j % 7 === 1 ? ' with words that need more than one line' : ''}`,
    ),
  ]);
  await garden.paste({ 'text/plain': lines.flat().join('\n') });
  await garden.isSaved();
  await garden.select('root');
  await garden.keys('Control+Alt+o');
  await expect.poll(outline.at).toBe('root');
  const inPage = (): Promise<number> => outline.sheet.getByRole('row').count();
  await expect.poll(inPage).toBeGreaterThan(20);
  expect(await inPage()).toBeLessThan(150);
  await expect(outline.sheet.getByRole('treegrid')).toHaveAttribute('aria-rowcount', '10001');
  const list = outline.sheet.locator('.outline');
  const last = outline.row('leaf 99 98');
  // What was never in sight turns out to be higher or lower than was thought.
  await expect
    .poll(async () => {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return last.isVisible();
    })
    .toBe(true);
  // Out of sight, and still the one that has the keyboard.
  await expect.poll(outline.at).toBe('root');
  expect(await inPage()).toBeLessThan(150);
  await last.getByRole('textbox').click();
  const before = await last.boundingBox();
  await garden.type('!');
  await expect(outline.row('leaf 99 98!')).toBeVisible();
  expect((await outline.row('leaf 99 98!').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test('[WEB-4] in the outline an item moves past each sibling that is listed, whatever side of the root that stands on', async ({
  plant,
}) => {
  const garden = await plant('trees\n\toak\n\tash\n\tyew\n\telm');
  const { page } = garden;
  const outline = outlineOf(page);
  await garden.select('ash');
  await garden.keys('Control+Alt+o');
  await expect.poll(outline.at).toBe('ash');
  // Ash is the last on its side.
  await garden.keys('Alt+ArrowDown');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'yew', 'ash', 'elm']);
  await expect.poll(outline.at).toBe('ash');
  await outline.sheet.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'ash', 'yew', 'elm']);
  // There is no way out of the root: it is not offered, and the key does nothing that one could not see.
  const before = await garden.place('ash');
  await outline.row('ash').getByRole('textbox').focus();
  await garden.keys('Shift+Tab');
  await expect.poll(outline.rows).toEqual(['trees', 'oak', 'ash', 'yew', 'elm']);
  expect((await garden.place('ash')).x).toBeCloseTo(before.x, 0);
});
