import { expect } from '@playwright/test';
import { Garden } from './garden.ts';
import { Past } from './past.ts';
import { test } from './site.ts';

test('the past is played from its beginning, faster and slower by keys, and stops where somebody stops it', async ({
  plant,
}) => {
  const ada = await plant();
  await ada.select('oak');
  await ada.addBranch('moss');
  await ada.select('elm');
  await ada.addBranch('twig');
  await ada.isSaved();
  const now = await ada.words();
  const past = await Past.open(ada.page);
  // Until then each change is a step.
  await expect(past.screen).toHaveAttribute('data-read', 'true');
  await past.isShown();
  const last = Number(await past.slider.getAttribute('max'));
  await past.slider.focus();
  const speed = ada.page.getByRole('combobox', { name: 'Speed' });
  await expect(speed).toHaveValue('16');
  await ada.page.keyboard.press('+');
  await expect(speed).toHaveValue('32');
  for (let n = 0; n < 5; n++) await ada.page.keyboard.press('-');
  await expect(speed).toHaveValue('1');
  await ada.page.keyboard.press(' ');
  // It begins anew, as slowly as people worked.
  await expect(ada.page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => Number(await past.slider.inputValue())).toBeLessThan(last);
  await past.slider.focus();
  await ada.page.keyboard.press('+');
  await ada.page.keyboard.press('+');
  await ada.page.keyboard.press('+');
  await expect.poll(async () => Number(await past.slider.inputValue()), { timeout: 30_000 }).toBe(last);
  await expect(ada.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await past.isShown();
  expect(new Set(await past.words())).toEqual(new Set(now));
  await speed.selectOption('1');
  await ada.page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(ada.page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // Who goes elsewhere stops it.
  await past.slider.press('Home');
  await past.slider.press('ArrowRight');
  await expect(ada.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a map that somebody else has changed since my last visit offers to show that, and then says no more', async ({
  browser,
  plant,
}) => {
  test.setTimeout(90_000);
  const ada = await plant();
  await ada.isSaved();
  const page = await (await browser.newContext()).newPage();
  const ben = new Garden(page);
  await page.goto(await ada.shareForEditing());
  await ben.isOpen();
  const address = page.url();
  // A visit of some seconds is none.
  const sinceMs = Date.now();
  await expect.poll(() => Date.now() - sinceMs, { timeout: 20_000 }).toBeGreaterThan(11_000);
  await page.goto('about:blank');
  const { origin, pathname } = new URL(address);
  const visit = `${origin}/api/maps/${pathname.split('/')[2]}/last-visit`;
  const seen = async (): Promise<unknown> => (await page.context().request.get(visit)).json();
  await expect.poll(seen).toMatchObject({ seen: { seq: expect.any(Number) } });
  await ada.select('oak');
  await ada.addBranch('moss');
  await ada.isSaved();
  await page.goto(address);
  await ben.isOpen();
  const chip = page.getByRole('status').filter({ hasText: 'since your last visit' });
  await chip.getByRole('button', { name: 'Show changes' }).click();
  const bar = page.getByRole('region', { name: 'Compare two moments' });
  await expect(bar.getByRole('status')).toHaveText(/1 added/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'History' })).toHaveCount(0);
  await expect(chip).toHaveCount(0);
  await page.context().close();
});
