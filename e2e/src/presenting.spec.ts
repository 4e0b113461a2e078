import { expect, type Page } from '@playwright/test';
import { Garden } from './garden.ts';
import { test } from './site.ts';

// A map of more branches than one goes through: the first two levels, and from there into each.

const LARGE = `root\n${Array.from({ length: 20 }, (_, i) => {
  const groups = Array.from({ length: 3 }, (__, j) => `\t\tgroup ${i}.${j}\n\t\t\tend ${i}.${j}`);
  return `\tbranch ${i}\n${groups.join('\n')}`;
}).join('\n')}`;

test('[EDIT-118] a large map is presented by its first levels; one goes into a branch, and to any slide', async ({
  plant,
}) => {
  const garden = await plant(LARGE);
  const { page } = garden;
  await garden.select('root');
  await garden.keys('Control+Alt+p');
  const bar = page.getByRole('toolbar', { name: 'Present' });
  await expect(bar).toContainText('1 of 21');
  await expect(bar.getByRole('status')).toHaveText('1 of 21: root');
  const deeper = bar.getByRole('button', { name: 'Go into this branch' });
  const next = bar.getByRole('button', { name: 'Next step' });
  await expect(deeper).toHaveCount(0);
  await garden.keys('ArrowRight');
  await expect(bar).toContainText('2 of 21');
  const place = await next.boundingBox();
  await deeper.click();
  await expect(bar).toContainText('3 of 24');
  await expect.poll(() => garden.selected()).toEqual(['group 0.0']);
  // There is nothing below that one, and what one presses next stands where it stood.
  await expect(deeper).toBeDisabled();
  expect(await next.boundingBox()).toEqual(place);
  await garden.keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown');
  await expect(bar).toContainText('7 of 27');
  await expect.poll(() => garden.selected()).toEqual(['group 1.0']);
  await bar.getByRole('button', { name: '7 of 27, Go to a slide' }).click();
  const list = page.getByRole('menu', { name: 'Go to a slide' });
  await expect(list.getByRole('menuitemradio', { name: 'group 1.0' })).toBeFocused();
  // Its keys move in it, and turn no slide over.
  await page.keyboard.press('ArrowDown');
  await expect(bar).toContainText('7 of 27');
  await list.getByRole('menuitemradio', { name: 'branch 19' }).click();
  await expect(list).toHaveCount(0);
  await expect(bar).toContainText('27 of 27');
  await expect.poll(() => garden.selected()).toEqual(['branch 19']);
  await bar.getByRole('button', { name: 'End' }).click();
  await expect(page.locator('.map-head')).toBeVisible();
});

test('[WEB-22] the address leads to the slide that is shown: after a reload, and for somebody else', async ({
  plant,
  browser,
}) => {
  const garden = await plant(LARGE);
  const { page } = garden;
  await garden.isSaved();
  const link = await garden.shareForEditing();
  const map = garden.address;
  await garden.select('branch 2');
  await garden.keys('Control+Alt+p');
  const slide = (one: Page) => one.getByRole('toolbar', { name: 'Present' }).getByRole('status');
  await expect(slide(page)).toHaveText('4 of 21: branch 2');
  await expect(page).toHaveURL((url) => url.href.startsWith(`${map}#slide=`));
  await page.getByRole('button', { name: 'Go into this branch' }).click();
  await garden.keys('ArrowRight');
  await expect(slide(page)).toHaveText('6 of 24: group 2.1');
  // Asked of the page: the test hears of it a moment later.
  const address = await page.evaluate(() => location.href);
  await page.reload();
  // One that a large map is not gone through as far as: it comes behind the branch that it is part of.
  await expect(slide(page)).toHaveText('5 of 22: group 2.1');
  await expect.poll(() => garden.selected()).toEqual(['group 2.1']);
  await garden.keys('ArrowRight');
  await expect(slide(page)).toHaveText('6 of 22: branch 3');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await new Garden(other).isOpen();
  await other.goto(address);
  await expect(slide(other)).toHaveText('5 of 22: group 2.1');
  await other.context().close();
  await page.getByRole('toolbar', { name: 'Present' }).getByRole('button', { name: 'End' }).click();
  await expect(page.locator('.map-head')).toBeVisible();
  await expect(page).toHaveURL(map);
});
