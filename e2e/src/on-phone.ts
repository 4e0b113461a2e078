import type { Browser, Page } from '@playwright/test';
import { type Fingers, fingersOn } from './fingers.ts';
import { Garden } from './garden.ts';

const TREES = 'trees of the garden\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm';

/** A map on a phone, and the fingers on its glass. */
export async function onPhone(
  browser: Browser,
  site: string,
  outline = TREES,
): Promise<{ readonly page: Page; readonly garden: Garden; readonly fingers: Fingers; close(): Promise<void> }> {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const garden = await Garden.plant(page, site, outline);
  return { page, garden, fingers: await fingersOn(page), close: () => context.close() };
}
