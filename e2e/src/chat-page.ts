import { expect, type Locator, type Page } from '@playwright/test';
import type { Garden } from './garden.ts';
import { write } from './map-page.ts';

// The chat of a map as a person finds it.

export const sheet = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
export const field = (page: Page) => sheet(page).getByRole('textbox', { name: /^Message/ });
export const messages = (page: Page) => sheet(page).getByRole('article');

export async function openChat(garden: Garden): Promise<void> {
  await garden.page.bringToFront();
  await garden.keys('Control+Alt+Shift+m');
  await expect(field(garden.page)).toBeFocused();
}

/** Changes of the map as a program writes them, by the person of this page. */
export async function change({ page, address }: Garden, ops: readonly object[]): Promise<void> {
  const status = await page.evaluate(
    async ([id, body]) => {
      const { csrf } = await (await fetch('/api/session')).json();
      const headers = { 'content-type': 'application/json', 'bough-csrf': csrf };
      return (await fetch(`/api/maps/${id}/changes`, { method: 'POST', headers, body })).status;
    },
    [new URL(address).pathname.split('/').at(-1), JSON.stringify({ ops })] as const,
  );
  expect(status).toBeLessThan(300);
}

export const idOf = (n: number) => `message${String(n).padStart(5, '0')}`;
export const list = (page: Page) => page.getByRole('feed', { name: 'Messages' });

export async function say({ page }: Garden, words: string): Promise<void> {
  await write(field(page), words);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
}

/** Begins other words for a message; answers the field that they are written in. */
export async function beginEdit(page: Page, message: Locator): Promise<Locator> {
  await message.hover();
  await message.getByRole('button', { name: 'Edit message' }).click();
  return sheet(page).getByRole('textbox', { name: 'Edit message' });
}
