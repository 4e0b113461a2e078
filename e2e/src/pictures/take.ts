import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import type { Stage, View } from './stage.ts';
import type { World } from './world.ts';

/** Longest that a screen may take to come to rest, or to look as it should. */
const REST_MS = 15_000;
const LOOKS_EVERY_MS = 150;
/** So many looks that see the same: what comes late, as a bar beside an item, comes within them. */
const SAME_LOOKS = 4;
/** So many looks in a row that see what is wanted: not only in passing. */
const WANTED_LOOKS = 2;

/** How wide a canvas is by the standard, before anybody has said. */
const UNPAINTED_WIDTH = 300;

/** Where pictures are taken, and of what. */
export interface Scene {
  readonly stage: Stage;
  readonly world: World;
}

/** Opens a screen, as somebody sees it who has this view. The page is closed once `looking` is done. */
export async function open(
  { stage, world }: Scene,
  screen: Screen,
  view: View,
  looking: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await stage.glass(screen.name, world.kept[screen.viewer], view);
  try {
    const page = await context.newPage();
    await page.goto(`${world.site}${screen.address(world)}`);
    await screen.arrive(page);
    await looking(page);
  } finally {
    await context.close();
  }
}

/** The page once nothing moves: several looks in a row see the same. */
export async function atRest(page: Page): Promise<Buffer> {
  await everythingCame(page);
  const until = performance.now() + REST_MS;
  let before: Buffer = Buffer.alloc(0);
  for (let same = 0; performance.now() < until;) {
    const now = await look(page);
    same = now.equals(before) ? same + 1 : 1;
    if (same === SAME_LOOKS) return now;
    before = now;
    await page.waitForTimeout(LOOKS_EVERY_MS);
  }
  throw new Error(`the page at ${page.url()} does not come to rest`);
}

/** The page once it looks as is wanted, for more than a moment; if it never does, as it looks in the end. */
export async function onceRight(page: Page, isRight: (picture: Buffer) => boolean): Promise<Buffer> {
  await everythingCame(page);
  const until = performance.now() + REST_MS;
  for (let right = 0; ;) {
    const now = await look(page);
    right = isRight(now) ? right + 1 : 0;
    if (right === WANTED_LOOKS || performance.now() > until) return now;
    await page.waitForTimeout(LOOKS_EVERY_MS);
  }
}

/** What comes into its place later than everything else: faces, the bell in the head of a map, and pictures of maps, which the server or a canvas draws. */
async function everythingCame(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  if ((await page.locator('.bell-place').count()) > 0) await page.locator('.bell').waitFor({ state: 'attached' });
  await page.waitForFunction((unpainted) => {
    const isPainted = ({ width }: HTMLCanvasElement): boolean => width !== unpainted;
    return (
      [...document.querySelectorAll('.thumbnail')].every((place) => place.childElementCount > 0) &&
      [...document.querySelectorAll<HTMLCanvasElement>('.cell-picture canvas')].every(isPainted)
    );
  }, UNPAINTED_WIDTH);
}

async function look(page: Page): Promise<Buffer> {
  return await page.screenshot({ animations: 'disabled', caret: 'hide' });
}
