import type { Page } from '@playwright/test';

/** Light paper is brighter than this, red, green and blue together; what is drawn on it is not. */
const PAPER = 700;

/** Whether anything of the map is drawn in a column of the window, between two heights. */
export async function isDrawn(page: Page, x: number, top: number, bottom: number): Promise<boolean> {
  const strip = { x: Math.round(x), y: Math.round(top), height: Math.max(1, Math.round(bottom - top)) };
  return page.evaluate(
    ({ strip: { x: at, y, height }, paper }) => {
      const data = document.querySelector('canvas')?.getContext('2d')?.getImageData(at, y, 1, height).data ?? [];
      const sums = Array.from({ length: height }, (_, i) =>
        [0, 1, 2].reduce((sum, c) => sum + (data[4 * i + c] ?? 0), 0),
      );
      return sums.some((sum) => sum < paper);
    },
    { strip, paper: PAPER },
  );
}
