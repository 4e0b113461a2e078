import { expect } from '@playwright/test';
import { test } from './site.ts';

// What is asked for by a key is often fetched first, and hands do not wait: no key that follows may do something to what lies behind it.

test('[WEB-91] a button that goes with what it did leaves the keyboard to the map', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  await garden.select('oak');
  await garden.keys('Control+.');
  await page.locator('.quiet-note').getByRole('button').click();
  await expect(garden.box).toBeFocused();
});
