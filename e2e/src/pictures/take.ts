import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';
import type { Stage, View } from './stage.ts';
import type { World } from './world.ts';

/** Longest that a screen may take to come to rest. */
const REST_MS = 10_000;
const LOOKS_EVERY_MS = 150;
/** So many looks that see the same: what comes late, as a bar beside an item, comes within them. */
const SAME_LOOKS = 4;

/**
 * Opens a screen and hands out its picture in each of the schemes, at rest. The address is opened once; the device then changes from
 * light to dark, as in the evening.
 */
export async function take(
  { stage, world }: { readonly stage: Stage; readonly world: World },
  screen: Screen,
  { schemes, ...view }: Omit<View, 'scheme'> & { readonly schemes: readonly View['scheme'][] },
  taken: (picture: Buffer, scheme: View['scheme'], page: Page) => Promise<void>,
): Promise<void> {
  const [scheme = 'light'] = schemes;
  const context = await stage.glass(screen.name, world.kept[screen.viewer], { ...view, scheme });
  try {
    const page = await context.newPage();
    await page.goto(`${world.site}${screen.address(world)}`);
    await screen.arrive(page);
    for (const each of schemes) {
      if (each !== scheme) await page.emulateMedia({ colorScheme: each, reducedMotion: 'reduce' });
      await taken(await atRest(page), each, page);
    }
  } finally {
    await context.close();
  }
}

/** The page once nothing moves and every face is there: several looks in a row see the same. */
export async function atRest(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  // In the head of a map the bell comes into its place later than everything else.
  if ((await page.locator('.bell-place').count()) > 0) await page.locator('.bell').waitFor({ state: 'attached' });
  const until = performance.now() + REST_MS;
  let before: Buffer = Buffer.alloc(0);
  for (let same = 0; performance.now() < until;) {
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    same = now.equals(before) ? same + 1 : 1;
    if (same === SAME_LOOKS) return now;
    before = now;
    await page.waitForTimeout(LOOKS_EVERY_MS);
  }
  throw new Error(`the page at ${page.url()} does not come to rest`);
}
