import { expect } from '@playwright/test';
import { test } from './bough.ts';
import { Garden } from './garden.ts';
import { HomePage, newAddress } from './home-page.ts';
import { isKept } from './kept.ts';

// Home while nothing answers, by a server that has ended: no tool says that the browser is offline.

// Its Bough starts within this time, too.
test.describe.configure({ timeout: 240_000 });

test('while its server is gone home opens with who is here, the maps and their pictures', async ({ page, bough }) => {
  const home = new HomePage(page, bough.url);
  const address = newAddress('gone');
  await home.signIn(address);
  const garden = await Garden.plant(page, bough.url, 'Orchard\n\tpears');
  await garden.isSaved();
  await home.open();
  const picture = page.getByRole('main').locator('.thumbnail svg text', { hasText: 'pears' });
  await expect(picture).toBeVisible();
  await isKept(page);
  await bough.stop();
  await page.reload();
  await expect(home.card('Orchard')).toBeVisible();
  await expect(picture).toBeVisible();
  await expect(page.getByRole('button', { name: `You: ${address}` })).toBeVisible();
});
