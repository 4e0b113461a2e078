import { expect, type Page } from '@playwright/test';
import type { Garden } from './garden.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Whether a press here would take a line: the pointer says so. */
export async function isOnLine(page: Page, { x, y }: Spot): Promise<boolean> {
  await page.mouse.move(x, y);
  return page.evaluate(
    async (at) => {
      await new Promise(requestAnimationFrame);
      const under = document.elementFromPoint(at.x, at.y);
      return (
        [...document.querySelectorAll('canvas')].some((canvas) => canvas.style.cursor === 'pointer') && under !== null
      );
    },
    { x, y },
  );
}

/** From one item to another, by key and mouse. */
export async function link(garden: Garden, from: string, to: string): Promise<void> {
  // What is selected is brought into sight: first the one, then the other, so that neither moves the map any more.
  await garden.middle(from);
  const end = await garden.middle(to);
  await garden.select(from);
  await garden.rests();
  await garden.keys('Control+l');
  await expect(garden.page.getByText('Choose the item to link to')).toBeVisible();
  await garden.page.mouse.click(end.x, end.y);
  await expect(garden.page.getByText('Choose the item to link to')).toBeHidden();
  await expect(garden.item(from)).toHaveAttribute('aria-description', /linked to 1 item/);
  await garden.isSaved();
}

/** Where a click selects the link: along a level line, from left to right. */
export async function findLink(
  garden: Garden,
  { fromX, toX, y }: { fromX: number; toX: number; y: number },
): Promise<Spot> {
  const { page } = garden;
  const bar = page.getByRole('toolbar', { name: 'Selected link' });
  for (let x = fromX; x < toX; x += 3) {
    if (!(await isOnLine(page, { x, y }))) continue;
    await page.mouse.click(x, y);
    await garden.rests();
    if (await bar.isVisible()) return { x, y };
    await garden.keys('Escape');
  }
  throw new Error('the link is not found');
}
