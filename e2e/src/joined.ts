import type { Browser } from '@playwright/test';
import { Garden } from './garden.ts';

/** Somebody else in a browser of their own, who came to the map by a link. */
export async function joined(browser: Browser, garden: Garden): Promise<Garden> {
  const link = await garden.shareForEditing();
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  const other = new Garden(page);
  await other.isOpen();
  return other;
}
