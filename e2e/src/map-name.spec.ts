import { expect } from '@playwright/test';
import { joined } from './joined.ts';
import { write } from './map-page.ts';
import { test } from './site.ts';

test('[WEB-92] what one types into the name of a map stays until it is kept, also when others rename the map meanwhile, and Escape keeps nothing', async ({
  browser,
  plant,
}) => {
  const ada = await plant();
  await ada.isSaved();
  const ben = await joined(browser, ada);
  const [mine, bens] = [ada, ben].map(({ page }) => page.getByRole('textbox', { name: 'Map name' }));
  if (mine === undefined || bens === undefined) throw new Error('both have the field');
  await write(mine, 'Grove');
  await write(bens, 'Forest');
  await ben.page.keyboard.press('Enter');
  await expect(ada.page).toHaveTitle(/Forest/);
  await ada.type('s');
  await expect(mine).toHaveValue('Groves');
  await ada.page.keyboard.press('Escape');
  await expect(mine).toHaveValue('Forest');
  await ada.isSaved();
  await write(mine, 'Groves');
  await ada.page.keyboard.press('Enter');
  await expect(bens).toHaveValue('Groves');
  await ada.select('oak');
  await write(mine, '');
  await ada.page.keyboard.press('Enter');
  await expect(mine).toHaveValue('Groves');
  await expect(bens).toHaveValue('Groves');
  await ben.page.context().close();
});
