import { expect, type CDPSession } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// Words as people of many languages write them: through an input method, from right to left, with signs of several units.

async function compose(session: CDPSession, steps: readonly string[], committed: string): Promise<void> {
  for (const text of steps) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await session.send('Input.insertText', { text: committed });
}

for (const [language, steps, word] of [
  ['Japanese', ['k', 'か', 'かn', 'かん', 'かんj', 'かんじ', '漢字'], '漢字'],
  ['Korean', ['ㅎ', '하', '한', '한ㄱ', '한그', '한글'], '한글'],
] as const) {
  test(`${language}: a composition begins on the selected item, and its first letter is not lost`, async ({
    plant,
  }) => {
    const garden = await plant('root\n\tleaf');
    const { page } = garden;
    const session = await page.context().newCDPSession(page);
    await garden.select('leaf');
    await compose(session, steps, word);
    await garden.keys('Enter');
    await expect.poll(() => garden.words()).toEqual(['root', word]);
    await garden.keys('Tab');
    await compose(session, steps, word);
    await garden.keys('Escape');
    await expect.poll(() => garden.outline()).toBe(`root\n\t${word}\n\t\t${word}`);
    await garden.isSaved();
  });
}

test('a composition that is under way is not disturbed by what somebody else changes', async ({ browser, plant }) => {
  const ada = await plant('root\n\tleaf');
  const { page } = ada;
  const link = await ada.shareForEditing();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const ben = new Garden(other);
  await ben.isOpen();
  const session = await page.context().newCDPSession(page);
  await ada.select('leaf');
  await session.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
  await ben.select('root');
  await ben.addBranch('from Ben');
  await expect.poll(() => ada.words()).toContain('from Ben');
  expect(await ada.box.inputValue()).toBe('かん');
  await session.send('Input.insertText', { text: '漢' });
  await ada.keys('Enter');
  await expect.poll(() => ben.words()).toContain('漢');
  await other.context().close();
});

test('right to left, mixed, and signs of several units: what is typed is what is kept', async ({ plant }) => {
  const garden = await plant('root');
  const { page } = garden;
  for (const words of ['مرحبا world 123 سلام', 'שלום עולם', '👩‍👩‍👧‍👦 family', '🇳🇴🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'é ñ ệ']) {
    await garden.select('root');
    await garden.keys('Tab');
    await page.keyboard.insertText(words);
    await garden.keys('Escape');
    await expect.poll(() => garden.words()).toContain(words);
  }
  // Backspace takes a whole sign, never half of a pair.
  await garden.select('root');
  await garden.keys('Tab');
  await page.keyboard.insertText('a😀😀');
  await garden.keys('Backspace', 'Escape');
  await expect.poll(() => garden.words()).toContain('a😀');
  await garden.isSaved();
  await page.reload();
  await garden.isOpen();
  expect((await garden.words()).every((words) => words.isWellFormed())).toBe(true);
});

test('a sign is found by its name behind a colon', async ({ plant }) => {
  const garden = await plant('root');
  const { page } = garden;
  await garden.select('root');
  await garden.keys('Tab');
  await garden.type('good :tree');
  await expect(page.getByRole('listbox', { name: 'Icon' })).toBeVisible();
  await garden.keys('Enter', 'Escape');
  await expect.poll(async () => /^good \p{Emoji}/u.test((await garden.words())[1] ?? '')).toBe(true);
});

test('what is typed before a panel has come is written in the panel, not over the item', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await page.route(/\/assets\/palette-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await garden.select('leaf');
  await garden.keys('Control+Shift+p');
  await garden.type('outline');
  await garden.keys('Enter');
  await expect(page.getByRole('complementary').first()).toBeVisible();
  expect(await garden.outline()).toBe('root\n\tleaf');
  await context.close();
});
