import { expect, type CDPSession, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
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

test('what is typed before comments, a list of keys or icons have come is not written over the item', async ({
  plant,
}) => {
  const garden = await plant('root\n\tleaf');
  const { page } = garden;
  for (const [keys, role, name] of [
    ['Control+Alt+m', 'combobox', 'Add a comment'],
    ['Control+/', 'searchbox', 'Find a shortcut'],
    [':', 'textbox', 'Search icons'],
  ] as const) {
    await garden.select('leaf');
    // All at once, as hands do it that know the way.
    await page.keyboard.press(keys);
    await page.keyboard.type('apple', { delay: 0 });
    await expect(page.getByRole(role, { name })).toHaveValue('apple');
    // The first Escape empties a field for searching.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(garden.box).toBeFocused({ timeout: 500 });
    }).toPass();
    expect(await garden.outline()).toBe('root\n\tleaf');
  }
});

test('a branch that is begun before a map has come again is a branch of its root', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const garden = new Garden(page);
  await page.goto(site);
  await page.getByRole('button', { name: 'New map' }).first().click();
  await garden.isOpen();
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  const answer = await holdBack(page, /\/api\/maps\//);
  await page.reload();
  await expect(garden.box).toBeFocused();
  await garden.type('moss');
  await garden.keys('Tab');
  await garden.type('soft');
  await garden.keys('Enter', 'Enter');
  await garden.type('green');
  answer();
  await expect.poll(() => garden.outline()).toBe('moss\n\tsoft\n\tgreen');
  await context.close();
});

test('what is typed before a new map has come is its first words', async ({ page, site }) => {
  const garden = new Garden(page);
  await page.goto(site);
  const answer = await holdBack(page, /\/api\/maps\/[^/]+\/(?:ticket|document)/);
  await page.getByRole('button', { name: 'New map' }).first().click();
  await expect(garden.box).toBeFocused();
  await garden.type('early wo');
  expect(await page.getByRole('treeitem').count()).toBe(0);
  answer();
  await garden.isOpen();
  await garden.type('rds');
  await expect.poll(() => garden.words()).toEqual(['early words']);
});

test('Escape keeps what is typed before the server has made a map, as it does in a map', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(site);
  let answer = (): void => undefined;
  const isTyped = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/maps', async (route) => {
    if (route.request().method() === 'POST') await isTyped;
    return route.continue();
  });
  await page.getByRole('button', { name: 'New map' }).first().click();
  const garden = new Garden(page);
  await garden.type('kept');
  await garden.keys('Escape');
  answer();
  await garden.isOpen();
  await expect.poll(() => garden.words()).toEqual(['kept']);
  await expect.poll(() => garden.isEditing()).toBe(false);
  await context.close();
});

test('what is typed and then pasted before a new map has come is all there, in this order', async ({ page, site }) => {
  const garden = new Garden(page);
  await page.goto(site);
  let answer = (): void => undefined;
  const isPasted = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/maps\/[^/]+\/(?:ticket|document)/, async (route) => {
    await isPasted;
    await route.continue();
  });
  await page.getByRole('button', { name: 'New map' }).first().click();
  await expect(garden.box).toBeFocused();
  await garden.type('trees');
  await garden.keys('Escape');
  await garden.paste({ 'text/plain': 'oak\n\tacorn\nash' });
  answer();
  await garden.isOpen();
  await expect.poll(() => garden.outline()).toBe('trees\n\toak\n\t\tacorn\n\tash');
  await garden.keys('ArrowRight', 'F2');
  await garden.type('!');
  await garden.keys('Enter');
  await expect.poll(() => garden.outline()).toContain('!');
});

test('what is typed before the server has made a map is in it, and no space asks for another map', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(site);
  const asked: (() => void)[] = [];
  await page.route('**/api/maps', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await new Promise<void>((resolve) => asked.push(resolve));
    return route.continue();
  });
  await page.getByRole('button', { name: 'New map' }).first().click();
  const garden = new Garden(page);
  await garden.type('the very first worts');
  await garden.keys('Backspace', 'Backspace');
  await garden.type('ds');
  await garden.keys('Tab');
  await garden.type('a branch');
  await garden.keys('Enter');
  await expect.poll(() => asked.length).toBe(1);
  for (const answer of asked) answer();
  await garden.isOpen();
  await expect.poll(() => garden.outline()).toBe('the very first words\n\ta branch');
  await garden.keys('Enter');
  await garden.type('and on');
  await garden.keys('Enter');
  await expect.poll(() => garden.outline()).toBe('the very first words\n\ta branch\n\tand on');
  expect(asked).toHaveLength(1);
  await context.close();
});

test('a panel that never comes takes no letters of the map that one opens meanwhile', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, 'root');
  await page.route(/\/assets\/palette-/, () => undefined);
  await garden.keys('Control+Shift+p');
  await garden.plantNext(site, 'letters');
  expect(await garden.words()).toEqual(['letters']);
  await context.close();
});

test('a panel whose field has the keyboard loses it with the first Escape, however soon', async ({ plant }) => {
  const garden = await plant('root');
  await garden.keys('Alt+Enter');
  const note = garden.page.getByRole('textbox', { name: 'Note on root' });
  await note.waitFor();
  await garden.keys('Escape');
  await expect(garden.box).toBeFocused();
  // All within one task, as on a machine that has much to do: the note has the focus, loses it, has it again, and Escape comes.
  const isOpen = await garden.box.evaluate(async (box) => {
    const press = (at: Element, init: KeyboardEventInit) =>
      at.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    const isFocused = new Promise<Element>((resolve) => {
      addEventListener('focusin', ({ target }) => target instanceof HTMLElement && resolve(target), { once: true });
    });
    press(box, { key: 'Enter', code: 'Enter', altKey: true });
    const field = await isFocused;
    if (box instanceof HTMLElement) box.focus();
    if (field instanceof HTMLElement) field.focus();
    return press(field, { key: 'Escape', code: 'Escape' });
  });
  expect(isOpen).toBe(true);
  await expect(note).toHaveCount(0);
});

test('words stand where they are typed: nothing jumps when the edit begins or ends', async ({ plant }) => {
  const garden = await plant('A root that gapes\n\tA branch of grass\n\t\tmy quiet leaf, kept\n\t\t\tdeeper pages');
  const { page } = garden;
  for (const words of ['A root that gapes', 'A branch of grass', 'my quiet leaf, kept', 'deeper pages']) {
    const clip = await garden.place(words);
    await garden.keys('F2', 'End');
    await expect.poll(() => garden.isEditing()).toBe(true);
    const typed = await profile(page, clip);
    await garden.keys('Escape');
    await expect.poll(() => garden.isEditing()).toBe(false);
    const kept = await profile(page, clip);
    expect(Math.max(...kept), words).toBeGreaterThan(0);
    expect(typed, words).toEqual(kept);
  }
});

/** How much ink each row of pixels has, in whole hundredths of the darkest. */
async function profile(
  page: Page,
  clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<readonly number[]> {
  const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    if (context === null) throw new Error('this browser paints');
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, width, height);
    const paper = pixels[1] ?? 0;
    const rows = Array.from({ length: height }, (_, y) => {
      let ink = 0;
      for (let x = 0; x < width; x++) ink += Math.abs((pixels[(y * width + x) * 4 + 1] ?? 0) - paper);
      return ink;
    });
    const most = Math.max(...rows);
    return rows.map((ink) => Math.round((ink / Math.max(1, most)) * 20));
  }, picture);
}

test('[EDIT-100] letters that the browser’s database has not taken when the page goes are there when it opens again', async ({
  page,
  site,
}) => {
  const garden = await Garden.plant(page, site, 'root\n\tleaf');
  await garden.isSaved();
  await garden.select('leaf');
  await garden.keys('F2');
  await databaseIsBusy(page);
  await page.keyboard.type(' typed in one go', { delay: 0 });
  await page.reload();
  await garden.isOpen();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf typed in one go']);
  await garden.isSaved();
  const handedOver = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bough-')));
  expect(await handedOver()).toEqual([]);
  // A page that is only hidden goes on, and what its database has by then is nowhere else.
  const free = await databaseIsBusy(page);
  await garden.select('root');
  await garden.addBranch('seen again');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await handedOver()).toHaveLength(1);
  await free();
  await garden.isSaved();
  expect(await handedOver()).toEqual([]);
});

/** Holds the database of journals, as a disk does that is slow: what is written waits, and is dropped with the page. */
async function databaseIsBusy(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('bough-journal-1');
        opening.addEventListener('success', () => {
          const table = opening.result.transaction('pending', 'readwrite').objectStore('pending');
          Object.assign(globalThis, { isBusy: true });
          const again = (): void => {
            resolve();
            if (Reflect.get(globalThis, 'isBusy') !== true) opening.result.close();
            else table.count().addEventListener('success', again);
          };
          table.count().addEventListener('success', again);
        });
      }),
  );
  return () => page.evaluate(() => void Object.assign(globalThis, { isBusy: false }));
}
