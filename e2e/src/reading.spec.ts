import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { choose } from './choose.ts';
import { test } from './site.ts';
import { untilStill } from './still.ts';
import { HomePage, newAddress } from './home-page.ts';
import { MapPage } from './map-page.ts';

// Every screen is asked whether people who hear it, or see little, can use it: axe finds nothing serious, in either theme.

interface Found {
  readonly screen: string;
  readonly rule: string;
  readonly at: readonly string[];
}

async function seriousOn(page: Page, screen: string): Promise<Found[]> {
  // What arrives is not yet as dark as it will be.
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ screen, rule: id, at: nodes.map((node) => node.target.join(' ')) }));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any screen, ${colorScheme}`, async ({ site, browser }) => {
    test.setTimeout(240_000);
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
    const home = new HomePage(page, site);
    const found: Found[] = [];
    const look = async (screen: string) => void found.push(...(await seriousOn(page, screen)));
    const dialog = async (screen: string, open: () => Promise<void>) => {
      await open();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(screen);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    };

    await home.open();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look('first visit');
    await dialog('sign in', () => page.getByRole('button', { name: 'Sign in', exact: true }).first().click());
    await dialog('sign in by password', async () => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
      await page.getByRole('button', { name: 'Use a password' }).click();
    });

    const map = await MapPage.begin(page, site);
    await map.type('Hearing');
    await map.keys('Enter');
    await map.addBranch('a branch');
    await map.isSaved();
    await look('map');
    await dialog('share: people', () => page.getByRole('button', { name: 'Share' }).click());
    for (const part of ['Links', 'Public page']) {
      await dialog(`share: ${part}`, async () => {
        await page.getByRole('button', { name: 'Share' }).click();
        await choose(page, part);
      });
    }

    await home.signIn(newAddress('ada'));
    await home.makeFolder('Folder');
    await look('home');
    await page.getByRole('button', { name: 'List' }).click();
    await look('home as a list');
    await page.getByRole('button', { name: 'Actions: Hearing' }).click();
    await look('menu of a map');
    await page.keyboard.press('Escape');
    for (const action of ['Rename', 'Share', 'Move to folder', 'Tags']) {
      await dialog(action, () => home.choose('Hearing', action));
    }
    for (const path of [
      '/starred',
      '/recent',
      '/shared',
      '/trash',
      '/?q=branch',
      '/account',
      '/outbox',
      '/p/AZNq0J9XcACgV0T3bYw1gQ',
    ]) {
      await home.open(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await look(path);
    }
    await home.open('/account');
    await dialog('delete the account', () => page.getByRole('button', { name: 'Delete account' }).click());
    expect(found).toEqual([]);
    await page.context().close();
  });
}

test('nothing is cut off at 200 % zoom or on a narrow phone, and what a finger touches is 44 pixels', async ({
  site,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const home = new HomePage(page, site);
  const map = await MapPage.begin(page, site);
  await map.type('Narrow');
  await map.keys('Enter');
  await map.isSaved();
  for (const path of ['/', '/account', '/outbox', '/trash']) {
    await home.open(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, input:not([type="radio"], [type="checkbox"])')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => box.width > 0 && !element.classList.contains('plain') && box.height < 43.5)
        .map(({ element, box }) => `${element.className} ${element.getAttribute('aria-label') ?? ''} ${box.height}`),
    );
    expect(small).toEqual([]);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});
