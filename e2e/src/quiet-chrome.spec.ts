import { expect, type Page } from '@playwright/test';
import { test } from './site.ts';

// Typing, dragging and panning are the canvas' own: whatever stands around it is not made anew in each of their frames.

const FRAMES = 40;

/** Counts from now on how often anything around the canvas changes, until the answer is asked; what the browser batches counts once. */
async function watchChrome(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(() => {
    const count = { changes: 0 };
    const isChrome = ({ target }: MutationRecord): boolean =>
      !(target instanceof Element ? target : target.parentElement)?.closest('.map-host');
    const observer = new MutationObserver((records) => {
      if (records.some(isChrome)) count.changes++;
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    return { count, observer };
  });
  return () =>
    watch.evaluate(({ count, observer }) => {
      observer.disconnect();
      return count.changes;
    });
}

/** A wheel that turns in each frame, from within the page: the test's own pace is no hand's. */
async function panInFrames(page: Page, at: { readonly x: number; readonly y: number }, frames: number): Promise<void> {
  await page
    .locator('.map-host canvas')
    .first()
    .evaluate(
      async (canvas, { x, y, count }) => {
        const place = { clientX: x, clientY: y, bubbles: true, cancelable: true };
        for (let i = 0; i < count; i++) {
          await new Promise(requestAnimationFrame);
          canvas.dispatchEvent(new WheelEvent('wheel', { ...place, deltaY: i % 2 === 0 ? 12 : -10 }));
        }
      },
      { ...at, count: frames },
    );
}

test('what stands around the canvas keeps still while one pans and types', async ({ plant }) => {
  const garden = await plant();
  const { page } = garden;
  const oak = await garden.middle('oak');
  await expect(page.getByRole('toolbar', { name: 'Selected item' })).toBeVisible();

  const pans = await watchChrome(page);
  await panInFrames(page, oak, FRAMES);
  await expect(page.getByRole('toolbar', { name: 'Selected item' })).toBeVisible();
  // It goes when the pan begins, and comes back when it rests.
  expect(await pans()).toBeLessThan(FRAMES / 4);

  await garden.keys('F2', 'End');
  await expect.poll(() => garden.isEditing()).toBe(true);
  const letters = await watchChrome(page);
  await page.keyboard.type(' trees of this garden that were counted', { delay: 30 });
  expect(await letters()).toBeLessThan(FRAMES / 2);
  await garden.keys('Enter');
  await expect.poll(() => garden.words()).toContain('oak trees of this garden that were counted');
});
