import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { holdBack } from './hold-back.ts';
import { test } from './site.ts';

// Home is listed before React has come, by home's own components (apps/web/src/shell/first-draw). What is seen then and what React draws are
// one and the same, and what is done in between is not lost.

const REACT = /\/assets\/frame-[^/]*\.js$/;

interface Slow {
  readonly page: Page;
  /** Lets React come, and waits until it has drawn home. */
  letCome(): Promise<void>;
}

/** Home as somebody sees it who has these maps, in a browser that was never here, before React comes. */
async function homeBefore(
  { browser, page, site }: { readonly browser: Browser; readonly page: Page; readonly site: string },
  titles: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Slow> {
  await Garden.plantAll(page, site, titles);
  const { cookies } = await page.context().storageState();
  return slowHome(browser, site, cookies, options);
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

async function slowHome(
  browser: Browser,
  site: string,
  cookies: Cookies,
  options: BrowserContextOptions & { readonly look?: string } = {},
): Promise<Slow> {
  const { look = 'cards', ...others } = options;
  const context = await browser.newContext({ serviceWorkers: 'block', ...others });
  await context.addCookies(cookies);
  await context.addInitScript((kept) => localStorage.setItem('bough.look', kept), look);
  const page = await context.newPage();
  const letCome = await holdBack(page, REACT);
  await page.goto(site, { waitUntil: 'commit' });
  await expect(page.locator('.page-begun .cell').first()).toBeVisible();
  return {
    page,
    letCome: async () => {
      letCome();
      await expect(page.locator('.page-begun')).toHaveCount(0);
      await expect(page.locator('#page .home-drop')).toBeVisible();
    },
  };
}

/** Where each element of home stands, with what it says. */
async function placesOf(page: Page, root: string): Promise<readonly string[]> {
  return page.locator(root).evaluate((drawn) =>
    [...drawn.querySelectorAll('*')]
      .filter((element) => element.closest('.thumbnail > svg') === null)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, opacity } = getComputedStyle(element);
        return `${element.localName} ${element.getAttribute('class')} ${[x, y, width, height].map(Math.round).join(' ')} ${color} ${opacity}`;
      }),
  );
}

const VIEWS = [
  {
    name: 'wide and light',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en-GB',
    look: 'cards',
  },
  {
    name: 'narrow and dark',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'de-DE',
    look: 'cards',
  },
  { name: 'rows, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'en-GB', look: 'list' },
] as const;

test('[WEB-16] home is listed before React has come, as React then draws it, in the same places', async ({
  browser,
  page,
  site,
}) => {
  const title = 'River <b>"&amp; sea"</b> <img src=x onerror=alert(1)>';
  const seen = await homeBefore({ browser, page, site }, [title, 'Mountains', 'Two words']);
  const folder = page.getByRole('button', { name: 'New folder' });
  await page.goto(site);
  await folder.click();
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Trips');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'Trips' })).toBeVisible();
  await seen.page.context().close();
  const { cookies } = await page.context().storageState();
  for (const { name, ...view } of VIEWS) {
    const home = await slowHome(browser, site, cookies, view);
    await test.step(name, async () => {
      const begun = home.page.locator('.page-begun');
      await expect(begun.locator('.cell-title')).toHaveText(['Two words', 'Mountains', title]);
      await expect(begun.locator('img, .cell-title *')).toHaveCount(0);
      const lang = view.locale.slice(0, 2);
      await expect(home.page.locator('html')).toHaveAttribute('lang', lang);
      await expect(begun.getByRole('heading', { level: 1 })).toHaveText(lang === 'de' ? 'Alle Karten' : 'All maps');
      await home.page.evaluate(() => document.fonts.ready);
      const before = await placesOf(home.page, '.page-begun > .home-drop');
      await home.page.evaluate(() => {
        const [drawn] = document.querySelectorAll('.page-begun > .home-drop');
        Object.assign(globalThis, { begun: drawn?.cloneNode(true) });
      });
      await home.letCome();
      // Pictures come to both a moment later, and are drawn by nobody before React.
      const isSame = await home.page.evaluate(() => {
        const { begun: earlier } = globalThis as typeof globalThis & { readonly begun: Element };
        const after = document.querySelector('#page > .home-drop')?.cloneNode(true);
        if (!(after instanceof Element)) return 'nothing is drawn';
        for (const picture of after.querySelectorAll('.thumbnail')) picture.replaceChildren();
        // Moments pass while one looks, and an empty attribute is none.
        for (const line of [
          ...earlier.querySelectorAll('.cell-line, .cell-changed'),
          ...after.querySelectorAll('.cell-line, .cell-changed'),
        ])
          line.textContent = '';
        for (const styled of after.querySelectorAll('[style=""]')) styled.removeAttribute('style');
        return earlier.isEqualNode(after) || [earlier.outerHTML, after.outerHTML];
      });
      expect(isSame).toBe(true);
      expect(await placesOf(home.page, '#page > .home-drop')).toEqual(before);
    });
    await home.page.context().close();
  }
});

test('[WEB-17] what is done at home before React has come is done: words to find, a press, a mark, a key', async ({
  browser,
  page,
  site,
}) => {
  const { page: slow, letCome } = await homeBefore({ browser, page, site }, ['Rivers', 'Mountains', 'Seas']);
  const card = (title: string) => slow.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
  await card('Seas').click({ modifiers: ['ControlOrMeta'] });
  await card('Rivers').click({ modifiers: ['ControlOrMeta'] });
  await slow.getByRole('combobox').selectOption('title');
  expect(slow.context().pages()).toHaveLength(1);
  await letCome();
  await expect(slow.locator('.cell[data-marked="true"]')).toHaveCount(2);
  await expect(slow.locator('.cell-title')).toHaveText(['Mountains', 'Rivers', 'Seas']);
  await slow.context().close();

  const { cookies } = await page.context().storageState();
  const typed = await slowHome(browser, site, cookies);
  await typed.page.getByRole('searchbox').pressSequentially('mount');
  await typed.letCome();
  await expect(typed.page.getByRole('searchbox')).toBeFocused();
  await typed.page.keyboard.type('ains');
  await expect(typed.page.getByRole('searchbox')).toHaveValue('mountains');
  await expect(typed.page.locator('.result-title')).toHaveText(['Mountains']);
  await typed.page.context().close();

  const pressed = await slowHome(browser, site, cookies);
  await pressed.page.getByRole('button', { name: 'Actions: Mountains' }).click();
  await pressed.letCome();
  await expect(pressed.page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await pressed.page.context().close();

  const steered = await slowHome(browser, site, cookies);
  await steered.page.locator('.cell-link').first().focus();
  await steered.page.keyboard.press('ArrowRight');
  await steered.page.keyboard.press('ArrowRight');
  await steered.letCome();
  await expect(steered.page.locator('.cell-link').nth(2)).toBeFocused();
  await steered.page.context().close();
});

test('[WEB-17] what is held down while React comes is pressed when it is let go: a button, a link, a key', async ({
  browser,
  page,
  site,
}) => {
  const { page: first, letCome } = await homeBefore({ browser, page, site }, ['Rivers', 'Mountains']);
  await first.getByRole('button', { name: 'New folder' }).hover();
  await first.mouse.down();
  await letCome();
  await first.mouse.up();
  await expect(first.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await first.context().close();

  const { cookies } = await page.context().storageState();
  const keyed = await slowHome(browser, site, cookies);
  await keyed.page.getByRole('button', { name: 'New folder' }).focus();
  await keyed.page.keyboard.down('Space');
  await keyed.letCome();
  await keyed.page.keyboard.up('Space');
  await expect(keyed.page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyed.page.context().close();

  // Who moves away before letting go has changed their mind; what is pressed afterwards is pressed once.
  const left = await slowHome(browser, site, cookies);
  await left.page.getByRole('button', { name: 'New folder' }).hover();
  await left.page.mouse.down();
  await left.letCome();
  await left.page.getByRole('heading', { level: 1 }).hover();
  await left.page.mouse.up();
  await left.page.getByRole('button', { name: 'Actions: Mountains' }).click();
  await expect(left.page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(left.page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
  await left.page.context().close();

  const led = await slowHome(browser, site, cookies);
  await led.page
    .getByRole('main')
    .getByRole('link', { name: /^Rivers/ })
    .hover();
  await led.page.mouse.down();
  await led.letCome();
  await led.page.mouse.up();
  await expect.poll(() => new Garden(led.page).words()).toEqual(['Rivers']);
  await led.page.context().close();
});

test('[WEB-17] what is pressed of a map is done to that map, also when the list has become another one meanwhile', async ({
  browser,
  page,
  site,
}) => {
  const { page: slow, letCome } = await homeBefore({ browser, page, site }, ['Rivers', 'Mountains']);
  await letCome();
  await page.bringToFront();
  await new Garden(page).plantNext(site, 'Seas');
  await new Garden(page).isSaved();
  await slow.bringToFront();
  // What this browser had kept is listed, until the server has said what there is now.
  const letList = await holdBack(slow, /\/api\/maps(?:\?|$)/);
  const letReact = await holdBack(slow, REACT);
  await slow.reload({ waitUntil: 'commit' });
  const begun = slow.locator('.page-begun');
  await expect(begun.locator('.cell-title')).toHaveText(['Mountains', 'Rivers']);
  await begun.getByRole('button', { name: 'Actions: Mountains' }).click();
  const listed = slow.waitForResponse(/\/api\/maps(?:\?|$)/);
  letList();
  await (await listed).finished();
  letReact();
  await expect(slow.locator('#page .cell-title')).toHaveText(['Seas', 'Mountains', 'Rivers']);
  await expect(slow.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await slow.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(slow.getByRole('textbox', { name: 'Name' })).toHaveValue('Mountains');
  await slow.context().close();
});

test('[WEB-17] a link of home leads to its map before React has come', async ({ browser, page, site }) => {
  const { page: slow } = await homeBefore({ browser, page, site }, ['Rivers', 'Mountains']);
  await slow
    .getByRole('main')
    .getByRole('link', { name: /^Rivers/ })
    .click();
  await expect.poll(() => new Garden(slow).words()).toEqual(['Rivers']);
  await slow.context().close();
});
