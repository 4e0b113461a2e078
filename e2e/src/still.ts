import type { Page } from '@playwright/test';

/** Until nothing on the page is on its way. What was cancelled on it stands, too, though it never finished. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}
