import { type Browser, expect, type Page } from '@playwright/test';
import { Garden, TREES } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { HomePage } from './home-page.ts';
import { nextFrame } from './map-page.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

// What is asked for by a key is often fetched first, and hands do not wait: no key that follows may do something to what lies behind it.

/** A map in a browser that has nothing of the page but what it has asked for; that part does not come until it is let come. */
async function without(browser: Browser, site: string, part: RegExp) {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const garden = await Garden.plant(page, site);
  await garden.isSaved();
  const letCome = await holdBack(page, part);
  return { page, garden, letCome, close: () => page.context().close() };
}

/** A browser that is busy hears keys long before it comes to what was put off. */
async function delayTimers(page: Page, byMs: number): Promise<void> {
  await page.evaluate((ms) => {
    const later = globalThis.setTimeout.bind(globalThis);
    const delayed = (run: TimerHandler, after = 0) => later(run, after + ms);
    Object.assign(globalThis, { setTimeout: delayed });
  }, byMs);
}

test('[WEB-91] keys that are pressed before a menu has come do nothing to the map, and then they are the menu’s', async ({
  browser,
  site,
}) => {
  const { page, garden, letCome, close } = await without(browser, site, /\/assets\/context-menu-/);
  await garden.select('oak');
  await garden.keys('Shift+F10', 'ArrowDown', 'Enter', 'x', 'Delete');
  letCome();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await garden.keys('ArrowDown');
  await expect(menu.getByRole('menuitem').first()).toBeFocused();
  await garden.keys('Escape');
  await expect(garden.box).toBeFocused();
  expect(await garden.selected()).toEqual(['oak']);
  expect(await garden.outline()).toBe(TREES);
  await close();
});

test('[WEB-91] Escape calls off a menu that has not come', async ({ browser, site }) => {
  const { page, garden, letCome, close } = await without(browser, site, /\/assets\/context-menu-/);
  await garden.select('oak');
  await garden.keys('Shift+F10', 'Escape', 'F2');
  await garden.type('en');
  await garden.keys('Escape');
  letCome();
  await expect.poll(() => garden.outline()).toBe(TREES.replace('oak', 'oaken'));
  await expect(page.getByRole('menu')).toHaveCount(0);
  await close();
});

test('[WEB-91] keys that are pressed before a presentation has come do nothing to the map, and then they turn it over', async ({
  browser,
  site,
}) => {
  const { page, garden, letCome, close } = await without(browser, site, /\/assets\/present-bar-.*\.js/);
  await garden.select('trees');
  await garden.keys('Control+Alt+p', 'ArrowRight', 'Enter', 'x', 'Delete');
  letCome();
  const bar = page.getByRole('toolbar', { name: 'Present' });
  await expect(bar).toContainText('1 of 5');
  await garden.keys('ArrowRight');
  await expect(bar).toContainText('2 of 5');
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(bar).toHaveCount(0);
  // Its button had the keyboard, and is gone.
  await garden.keys('F2');
  await garden.type('en');
  await garden.keys('Escape');
  await expect.poll(() => garden.outline()).toBe(TREES.replace('oak', 'oaken'));
  await close();
});

test('[WEB-91] keys that are pressed before a dialog has come press nothing behind it', async ({ browser, site }) => {
  const { page, garden, letCome, close } = await without(browser, site, /\/assets\/(?:share-dialog|print-dialog)-/);
  await garden.select('oak');
  await garden.keys('Control+p', 'Enter', 'x', 'Escape');
  await expect(garden.box).toBeFocused();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  // Beside it stand the bell and the menu, before it the way home.
  await garden.keys('Tab', 'Tab', 'Enter', 'Shift+Tab', 'Shift+Tab', 'Enter');
  letCome();
  await expect(page.getByRole('dialog', { name: 'Share this map' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await garden.keys('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await garden.outline()).toBe(TREES);
  await close();
});

for (const [name, keys, part] of [
  ['the chat', 'Control+Alt+Shift+m', /\/assets\/chat-sheet-.*\.js/],
  ['the outline', 'Control+Alt+o', /\/assets\/outline-sheet-.*\.js/],
] as const) {
  test(`[WEB-91] what is typed before ${name} has come is written there, not over the item`, async ({
    browser,
    site,
  }) => {
    const { page, garden, letCome, close } = await without(browser, site, part);
    await garden.select('oak');
    await garden.keys(keys);
    await garden.type('ed');
    await garden.keys('ArrowDown', 'Delete');
    letCome();
    const field = page.getByRole('complementary').locator('textarea:focus');
    await expect(field).toHaveValue(name === 'the chat' ? 'ed' : 'oaked');
    // As soon as it is there it has the keyboard.
    await garden.type('!');
    await expect(field).toHaveValue(name === 'the chat' ? 'ed!' : 'oaked!');
    expect(await garden.outline()).toBe(name === 'the chat' ? TREES : TREES.replace('oak', 'oaked!'));
    await close();
  });
}

test('[WEB-91] a sheet that is seen has the keyboard already, also when it is opened first', async ({
  browser,
  site,
}) => {
  const { page, garden, close } = await without(browser, site, /\/assets\/nothing-/);
  for (const keys of ['Alt+Enter', 'Control+Alt+m', 'Control+Alt+o', 'Control+Alt+Shift+m']) {
    await garden.select('oak');
    // Asked in the task in which it comes: a key may be the next.
    const hasKeyboard = await page.evaluateHandle(() => {
      const isInside = (sheet: Element) => sheet.contains(document.activeElement);
      const seen = new Promise<boolean>((resolve) => {
        const comings = new MutationObserver(() => {
          const sheet = document.querySelector('.side-sheet');
          if (sheet === null) return;
          comings.disconnect();
          resolve(isInside(sheet));
        });
        comings.observe(document.body, { subtree: true, childList: true });
      });
      return { seen };
    });
    await garden.keys(keys);
    expect(await hasKeyboard.evaluate(({ seen }) => seen), keys).toBe(true);
    await garden.keys('Escape');
    await expect(garden.box).toBeFocused();
  }
  await close();
});

test('[WEB-91] keys that are pressed before home asks for a name do nothing to the maps', async ({ browser, site }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const garden = await Garden.plant(page, site, 'Orchard');
  await garden.isSaved();
  const letCome = await holdBack(page, /\/assets\/questions-/);
  const home = new HomePage(page, site);
  await home.open();
  await home.card('Orchard').focus();
  await page.keyboard.press('F2');
  // Alone, they would mark, move, throw away and open the map.
  for (const key of ['s', 'm', 'Delete', 'Space', 'Enter']) await page.keyboard.press(key);
  letCome();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(home.card('Orchard')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.cell[data-marked="true"]')).toHaveCount(0);
  await page.context().close();
});

test('[WEB-91] what is chosen in the palette is done before the next key, however busy the browser is', async ({
  browser,
  site,
}) => {
  const { page, garden, close } = await without(browser, site, /\/assets\/nothing-/);
  // Everything has come once.
  await garden.select('oak');
  await garden.keys('Alt+Enter');
  await expect(page.getByRole('textbox', { name: 'Note on oak' })).toBeFocused();
  await garden.keys('Escape', 'Control+Shift+p');
  await page.getByRole('combobox').pressSequentially('note');
  await expect(page.getByRole('option').first()).toContainText('Note');
  await delayTimers(page, 1_000);
  await garden.keys('Enter');
  await garden.type('acorns');
  await expect(page.getByRole('textbox', { name: 'Note on oak' })).toHaveValue('acorns');
  expect(await garden.outline()).toBe(TREES);
  await close();
});

test('[WEB-91] what is chosen before the palette has come is done in the task in which it comes, however busy the browser is', async ({
  browser,
  site,
}) => {
  const { page, garden, letCome, close } = await without(browser, site, /\/assets\/palette-/);
  await garden.select('oak');
  await delayTimers(page, 1_000);
  await garden.keys('Control+Shift+p');
  await garden.type('note');
  await garden.keys('Enter');
  const isLeft = await page.evaluateHandle(() => {
    const left = new Promise<boolean>((resolve) => {
      const comings = new MutationObserver(() => {
        if (document.querySelector('dialog') === null) return;
        comings.disconnect();
        // Long before a timer.
        requestAnimationFrame(() => resolve(document.querySelector('dialog') === null));
      });
      comings.observe(document.body, { subtree: true, childList: true });
    });
    return { left };
  });
  letCome();
  expect(await isLeft.evaluate(({ left }) => left)).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Note on oak' })).toBeFocused();
  expect(await garden.outline()).toBe(TREES);
  await close();
});

test('[WEB-90] a history whose moments have not come is left by Escape', async ({ browser, site }) => {
  const { page, garden, close } = await without(browser, site, /\/api\/maps\/[^/]+\/changes/);
  await garden.select('oak');
  await garden.keys('Control+Alt+Shift+h');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toBeVisible();
  await garden.keys('Escape');
  await expect(history).toHaveCount(0);
  await expect(garden.box).toBeFocused();
  await close();
});

test('[WEB-90] a history is left by Escape also after a button that cannot be pressed again', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.isSaved();
  const past = await Past.open(page);
  await past.slider.press('Home');
  await past.slider.press('ArrowRight');
  await past.isShown();
  const older = page.getByRole('button', { name: 'Previous change', exact: true });
  await older.click();
  await expect(older).toBeDisabled();
  await nextFrame(page);
  await garden.keys('Escape');
  await expect(past.screen).toHaveCount(0);
});

test('[WEB-91] a button that goes with what it did leaves the keyboard to the map', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Control+.');
  await page.locator('.quiet-note').getByRole('button').click();
  await expect(garden.box).toBeFocused();
});
