import { expect } from '@playwright/test';
import { HomePage, newAddress } from './home-page.ts';
import { MapPage } from './map-page.ts';
import { test } from './site.ts';

test('the first minute: a root, branches, siblings, words, order, folding, undo, all by keyboard', async ({
  page,
  site,
}) => {
  const map = await MapPage.begin(page, site);
  await expect(page.getByText('Tab: new branch, Enter twice: new item below')).toBeVisible();
  await map.type('Weekend');
  await map.keys('Enter');
  await expect(page.getByText('Tab: new branch, Enter: new item below')).toBeVisible();
  await map.addBranch('Saturday');
  await map.addBelow('Sunday');
  await map.addBranch('sleep');
  await expect
    .poll(() => map.rows())
    .toEqual([
      { level: 1, words: 'Weekend' },
      { level: 2, words: 'Saturday' },
      { level: 2, words: 'Sunday' },
      { level: 3, words: 'sleep' },
    ]);
  await expect(page.getByText('Tab: new branch, Enter: new item below')).toBeHidden();

  await map.type('long sleep');
  await map.keys('Enter');
  await expect.poll(() => map.words()).toContain('long sleep');
  await map.keys('F2', 'End');
  await map.type(', please');
  await map.keys('Escape');
  await expect.poll(() => map.words()).toContain('long sleep, please');

  await map.keys('Shift+Tab', 'Space');
  await expect(page.getByRole('treeitem', { name: 'Sunday' })).toHaveAttribute('aria-expanded', 'false');
  await map.keys('Space');
  await map.keys('Delete');
  await expect.poll(() => map.words()).toEqual(['Weekend', 'Saturday']);
  await map.keys('ControlOrMeta+z');
  await expect.poll(() => map.words()).toEqual(['Weekend', 'Saturday', 'Sunday', 'long sleep, please']);
  await map.keys('ControlOrMeta+Shift+z');
  await expect.poll(() => map.words()).toEqual(['Weekend', 'Saturday']);
  await map.isSaved();
});

test('an outline that is pasted becomes a tree, in one step of undo', async ({ plant }) => {
  const map = await plant('Root');
  await map.allowClipboard();
  await map.page.evaluate(() => navigator.clipboard.writeText('- fruit\n  - apple\n  - pear\n- bread'));
  await map.keys('ControlOrMeta+v');
  await expect.poll(() => map.outline()).toBe('Root\n\tfruit\n\t\tapple\n\t\tpear\n\tbread');
  await map.keys('ControlOrMeta+z');
  await expect.poll(() => map.outline()).toBe('Root');
});

test('the mouse: a click selects, a double click edits, a drag moves a branch below another', async ({ plant }) => {
  const map = await plant('Root\n\tnorth\n\tsouth');
  const { mouse } = map.page;
  await map.keys('Home');
  const south = await map.middle('south');
  const north = await map.middle('north');
  await mouse.click(south.x, south.y);
  await expect.poll(() => map.selected()).toEqual(['south']);
  await mouse.move(south.x, south.y);
  await mouse.down();
  await mouse.move(north.x + 30, north.y + 6, { steps: 12 });
  await mouse.move(north.x, north.y, { steps: 4 });
  await mouse.up();
  await expect.poll(() => map.outline()).toBe('Root\n\tnorth\n\t\tsouth');
  const moved = await map.middle('north');
  await mouse.dblclick(moved.x, moved.y);
  await map.keys('End');
  await map.type('!');
  await map.keys('Enter');
  await expect.poll(() => map.words()).toContain('north!');
  await map.isSaved();
});

test('the map can be downloaded as SVG, with every word in it as text', async ({ page, site }) => {
  const map = await MapPage.begin(page, site);
  await map.type('Export <me> & "you"');
  await map.keys('Enter');
  await map.isSaved();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('radio', { name: 'SVG image' }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Export me & you.svg');
  const stream = await download.createReadStream();
  const svg = await stream.toArray().then((chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8'));
  expect(svg).toMatch(/^<\?xml|^<svg/);
  expect(svg).toContain('>Export &#60;me&#62; &#38; &#34;you&#34;</text>');
  expect(svg).not.toMatch(/<script|foreignObject|javascript:/i);
});

test('a sign-in mail waits in the outbox, and its link signs in the browser that asked', async ({ page, site }) => {
  await MapPage.begin(page, site);
  const home = new HomePage(page, site);
  await home.signIn(newAddress('ada'));
  await expect(home.card('Untitled')).toHaveCount(1);
});

test('words that are typed over are named, and can be kept beside what is typed', async ({ page, site }) => {
  const map = await MapPage.begin(page, site);
  await map.type('Bread');
  await map.keys('Enter');
  await map.addBranch('flour');
  await map.type('water');
  await expect(page.getByText('You are replacing “flour”.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('You are replacing')).toHaveCount(0);
  await map.type(', warm');
  await map.keys('Enter');
  await expect.poll(() => map.words()).toEqual(['Bread', 'flour', 'water, warm']);
});
