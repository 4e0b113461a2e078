import { expect } from '@playwright/test';
import { choose } from './choose.ts';
import { test } from './site.ts';
import { HomePage, newAddress } from './home-page.ts';
import { MapPage } from './map-page.ts';

test('a guest’s map is kept on signing up, goes into a folder, is shared by mail, trashed, restored and found', async ({
  site,
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const map = await MapPage.begin(page, site);
  await map.type('Winter garden');
  await map.keys('Enter');
  await map.addBranch('quinces');
  await map.addBelow('an old pear tree');
  await map.isSaved();

  const home = new HomePage(page, site);
  const ada = newAddress('ada');
  const ben = newAddress('ben');
  await home.signIn(ada);
  await expect(home.card('Winter garden')).toBeVisible();

  await home.makeFolder('Projects');
  await home.card('Winter garden').dragTo(home.folder('Projects'));
  await home.folder('Projects').click();
  await expect(home.card('Winter garden')).toBeVisible();

  await home.choose('Winter garden', 'Share');
  await page.getByRole('textbox', { name: 'Email address' }).fill(ben);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('dialog').getByText(ben)).toBeVisible();
  await page.keyboard.press('Escape');

  const bensPage = await (await browser.newContext()).newPage();
  const bens = new HomePage(bensPage, site);
  await bens.signIn(ben);
  // Nothing is accepted by looking: Ada still sees that the invitation waits.
  await expect(bensPage.getByText(/invited you to “Winter garden”/)).toBeVisible();
  await expect(bens.card('Winter garden')).toBeHidden();
  await bensPage.getByRole('button', { name: 'Accept' }).click();
  const bensMap = new MapPage(bensPage);
  await bensMap.isOpen();
  await expect.poll(() => bensMap.words()).toEqual(['Winter garden', 'quinces', 'an old pear tree']);
  await bens.open('/shared');
  await expect(bens.card('Winter garden')).toBeVisible();

  await home.choose('Winter garden', 'Move to trash');
  await expect(page.getByText('“Winter garden” was moved to the trash.')).toBeVisible();
  await page.getByRole('link', { name: 'Trash' }).click();
  await home.choose('Winter garden', 'Restore');
  await expect(page.getByText('“Winter garden” was restored.')).toBeVisible();
  await page.getByRole('link', { name: 'All maps' }).click();
  await expect(home.card('Winter garden')).toBeVisible();

  const found = page.getByRole('link', { name: 'an old pear tree' });
  await expect(async () => {
    await home.open('/?q=pear');
    await expect(found).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await found.click();
  await map.isOpen();
  await expect(page.getByRole('treeitem', { name: 'an old pear tree' })).toHaveAttribute('aria-selected', 'true');
  await bensPage.context().close();
});

test('home by keyboard alone: cards are walked, starred, renamed, tagged and moved', async ({ site, page }) => {
  const home = new HomePage(page, site);
  for (const name of ['One', 'Two', 'Three']) {
    await home.open();
    await page.getByRole('button', { name: 'New map' }).click();
    const map = new MapPage(page);
    await map.isOpen();
    await map.type(name);
    await map.keys('Enter');
    await map.isSaved();
  }
  await home.open();
  await home.makeFolder('Numbers');
  await home.card('Three').focus();
  await page.keyboard.press('ArrowRight');
  await expect(home.card('Two')).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Starred: Two' })).toBeAttached();

  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('Second');
  await page.keyboard.press('Enter');
  await expect(home.card('Second')).toBeFocused();

  await page.keyboard.press('m');
  await expect(page.getByRole('radio', { name: 'No folder' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Second” was moved to Numbers.')).toBeVisible();

  await home.folder('Numbers').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('Figures');
  await page.keyboard.press('Enter');
  await expect(home.folder('Figures')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Figures' })).toBeVisible();
  await expect(home.card('Second')).toBeVisible();

  await page.getByRole('link', { name: 'Starred' }).click();
  await home.card('Second').focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('“Second” was moved to the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(home.card('Second')).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('thre');
  await expect(page.getByRole('heading', { name: 'Found in 1 map' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await new MapPage(page).isOpen();
});

test('a map opened from what was found stays open, however soon after the last letter', async ({ site, browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const map = await MapPage.begin(page, site);
  await map.type('Three');
  await map.keys('Enter');
  await map.isSaved();
  const home = new HomePage(page, site);
  // The map's screen is fetched when it is opened first, and home stays there meanwhile.
  await page.route(/\/assets\/map-screen-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await home.open();
  await page.keyboard.press('/');
  await page.keyboard.type('thre');
  await expect(page.getByRole('heading', { name: 'Found in 1 map' })).toBeVisible();
  await page.keyboard.type('e');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await map.isOpen();
  expect(new URL(page.url()).pathname).toContain('/m/');
  await context.close();
});

test('a public page shows the map to anybody, and gives them a copy where that is allowed', async ({
  site,
  page,
  browser,
}) => {
  const map = await MapPage.begin(page, site);
  await map.type('For everybody');
  await map.keys('Enter');
  await map.isSaved();
  await page.getByRole('button', { name: 'Share' }).click();
  await choose(page, 'Public page');
  await page.getByRole('checkbox', { name: 'This map has a public page' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue();
  await page.getByRole('checkbox', { name: 'Visitors may copy and download it' }).click();
  await expect(page.getByRole('checkbox', { name: 'Visitors may copy and download it' })).toBeEnabled();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { name: 'For everybody' })).toBeVisible();
  await expect(visitor.getByRole('treeitem', { name: 'For everybody' })).toBeAttached();
  await visitor.getByRole('button', { name: 'Make a copy' }).click();
  const copy = new MapPage(visitor);
  await copy.isOpen();
  await expect.poll(() => copy.words()).toEqual(['For everybody']);
  await visitor.context().close();
});

test('the account: a password signs in elsewhere, and that session is ended from here', async ({
  site,
  page,
  browser,
}) => {
  const home = new HomePage(page, site);
  const cleo = newAddress('cleo');
  await home.signIn(cleo);
  await home.open('/account');
  await page.getByRole('textbox', { name: 'Name' }).fill('Cleo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByLabel('New password').fill('seven green herons');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('You can sign in with your password')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(site);
  await other.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await other.getByRole('button', { name: 'Use a password' }).click();
  await other.getByLabel('Email address').fill(cleo);
  await other.getByLabel('Password').fill('wrong password');
  await other.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await expect(other.getByText('Wrong email address or password.')).toBeVisible();
  await other.getByLabel('Password').fill('seven green herons');
  await other.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await expect(other.getByRole('button', { name: `You: ${cleo}` })).toBeVisible();

  await home.open('/account');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('You are signed in here only.')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  await other.context().close();
});

test('German, once chosen, stays chosen', async ({ site, page }) => {
  const home = new HomePage(page, site);
  await home.open('/account');
  await choose(page, 'Deutsch');
  await expect(page.getByRole('heading', { name: 'Konto' })).toBeVisible();
  await home.open();
  await expect(page.getByRole('heading', { name: 'Was beschäftigt dich?' })).toBeVisible();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('on a phone the first look at home has one line at the top, from edge to edge', async ({ site, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site);
  const middle = async (name: string): Promise<number> => {
    const box = await page.getByRole('banner').getByText(name, { exact: true }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
  };
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(Math.abs((await middle('Bough')) - (await middle('Sign in')))).toBeLessThan(4);
  const ways = await page.getByRole('banner').getByRole('button').last().boundingBox();
  expect((ways?.x ?? 0) + (ways?.width ?? 0)).toBeGreaterThan(360);
});

test('of a search that has more than home lists at first, the rest comes with a press', async ({ page, site }) => {
  const home = new HomePage(page, site);
  await home.signIn(newAddress('finder'));
  await page.getByRole('button', { name: 'New map' }).click();
  const map = new MapPage(page);
  await map.isOpen();
  await map.type('Orchard');
  await map.keys('Enter');
  await map.isSaved();
  // As if there were thirty maps of that name.
  await page.route('**/api/search?*', async (route) => {
    const answer = await route.fetch();
    const found = (await answer.json()) as { results: { map: { id: string } }[] };
    const [first] = found.results;
    const limit = Number(new URL(route.request().url()).searchParams.get('limit'));
    const idOf = (n: number): string =>
      `${first?.map.id.slice(0, -3)}${String(n).padStart(2, 'A')}${first?.map.id.at(-1)}`;
    const all = Array.from({ length: 30 }, (_, n) => ({ ...first, map: { ...first?.map, id: idOf(n) } }));
    await route.fulfill({ json: { ...found, results: all.slice(0, limit) } });
  });
  await home.open('/?q=orchard');
  const found = page.locator('.result');
  await expect(found).toHaveCount(20);
  await expect(page.getByRole('heading', { name: 'The best 20 of more maps' })).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(found).toHaveCount(30);
  await expect(page.getByRole('heading', { name: 'Found in 30 maps' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});
