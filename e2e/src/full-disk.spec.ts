import { expect } from '@playwright/test';
import { type Bough, test } from './bough.ts';
import { Garden } from './garden.ts';

/** No disk has so much: documents are read-only from the start. */
const NEVER = String(10 ** 9);

async function startAnew(bough: Bough, reserveMb: string): Promise<void> {
  await bough.stop();
  bough.settings = { BOUGH_RESERVE_MB: reserveMb };
  await bough.start();
}

test('without room on the server editing goes on in the browser, which says so, and all is sent when there is room again', async ({
  bough,
  page,
  browser,
}) => {
  test.slow();
  const garden = await Garden.plant(page, bough.url, 'root\n\tleaf');
  await garden.isSaved();
  await startAnew(bough, NEVER);
  await garden.select('leaf');
  await garden.addBranch('written without room');
  await expect(garden.status).toHaveText(/^The server is full. \d+ changes? (is|are) kept in this browser\.$/);
  // The writer after a reload, and a reader, get what is there.
  await page.reload();
  await expect.poll(() => garden.words()).toEqual(['root', 'leaf', 'written without room']);
  await expect(garden.status).toContainText('The server is full');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('treeitem').first()).toBeAttached();
  // Somebody who is new is told, in words.
  const stranger = await browser.newPage();
  await stranger.goto(bough.url);
  await stranger.getByRole('button', { name: 'New map' }).first().click();
  await expect(stranger.getByText('The server is full and cannot save anything new.')).toBeVisible();
  await garden.select('leaf');
  await garden.addBranch('and more');
  await startAnew(bough, '0');
  await garden.isSaved();
  await other.reload();
  await expect.poll(() => new Garden(other).words()).toEqual(['root', 'leaf', 'written without room', 'and more']);
  await stranger.getByRole('button', { name: 'New map' }).first().click();
  await expect(stranger).toHaveURL(/\/m\//);
});
