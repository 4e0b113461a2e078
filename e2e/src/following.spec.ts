import { expect, type Page } from '@playwright/test';
import { joined } from './joined.ts';
import { test } from './site.ts';

/** The way back to one's own view. */
const stop = (page: Page) => page.getByRole('button', { name: 'Stop following' });

test('who presses the letters of somebody sees what they see, until a wheel of their own turns', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  const { page } = ben;
  await page.setViewportSize({ width: 900, height: 640 });
  await page.getByRole('list', { name: '1 person here' }).getByRole('button').click();
  await expect(stop(page)).toBeVisible();
  await ada.select('elm');
  await ada.keys('Home');
  await ada.rests();
  // What lies in the middle of one window lies in the middle of the other, whatever else either shows.
  const fromMiddle = async (): Promise<number> => {
    const { x } = await ben.middle('elm');
    return Math.abs(x - 450);
  };
  await expect.poll(fromMiddle).toBeLessThan(30);
  await ada.page.mouse.move(600, 400);
  await ada.page.mouse.wheel(200, 0);
  await expect.poll(fromMiddle).toBeGreaterThan(100);
  await page.mouse.move(400, 300);
  await page.mouse.wheel(30, 0);
  await expect(stop(page)).toHaveCount(0);
  await ben.page.context().close();
});

test('who follows somebody that presents has each slide, and is asked to when it begins', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  const ben = await joined(browser, ada);
  const { page } = ben;
  await ada.page.getByRole('button', { name: 'More', exact: true }).click();
  await ada.page.getByRole('menuitem', { name: 'Present' }).click();
  await expect(ada.page.getByRole('toolbar', { name: 'Present' })).toBeVisible();
  await page.getByText('is presenting.').getByRole('button', { name: 'Follow' }).click();
  const slide = (one: Page) => one.getByRole('toolbar', { name: 'Present' }).getByRole('status');
  await expect(slide(page)).toHaveText(await slide(ada.page).innerText());
  await ada.page.keyboard.press('ArrowLeft');
  await expect(slide(ada.page)).toHaveText(/^4 of 5/);
  await expect(slide(page)).toHaveText(/^4 of 5/);
  await ada.page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Present' })).toHaveCount(0);
  await expect(stop(page)).toBeVisible();
  await ben.page.context().close();
});
