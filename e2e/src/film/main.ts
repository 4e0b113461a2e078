/**
 * `npm run film -- FILE.png [dark]`: a minute's work on a phone, as one picture. A Bough is started, a thumb makes a map in it, and what the
 * glass shows after each touch is put side by side, with what was done below it. It is for looking at: nothing is tested here.
 */

import { resolve } from 'node:path';
import { findServer, freePort } from '@bough/house/servers';
import { type Browser, chromium } from '@playwright/test';
import { Bough } from '../bough.ts';
import { minutesWork } from './minutes-work.ts';

interface Shot {
  readonly said: string;
  readonly picture: Buffer;
}

const GLASS = { width: 390, height: 844 };
const COLUMNS = 6;
const [file = 'film.png', scheme] = process.argv.slice(2);

const found = findServer('chromium');
if (found.kind !== 'ready') throw new Error(`${found.why} ${found.howTo}`);
const given = process.env['BOUGH_E2E_SITE'];
const bough = given === undefined ? new Bough(await freePort(), { BOUGH_LIMITS_FACTOR: '50' }) : null;
await bough?.start();
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: found.from, args });
try {
  await paste(browser, await shoot(browser, given ?? bough?.url ?? ''), resolve(file));
  process.stdout.write(`${resolve(file)}\n`);
} finally {
  await browser.close();
  await bough?.remove();
}

async function shoot(from: Browser, site: string): Promise<readonly Shot[]> {
  const context = await from.newContext({
    viewport: GLASS,
    hasTouch: true,
    isMobile: true,
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const shots: Shot[] = [];
  await minutesWork(page, site, async (said) => {
    // What moves has come to rest by then.
    await page.waitForTimeout(700);
    shots.push({ said: `${shots.length + 1}. ${said}`, picture: await page.screenshot() });
  });
  return shots;
}

/** Side by side, as a page that is photographed. */
async function paste(from: Browser, shots: readonly Shot[], path: string): Promise<void> {
  const page = await from.newPage({ viewport: { width: COLUMNS * (GLASS.width + 24) + 24, height: GLASS.height } });
  const frames = shots.map(
    ({ said, picture }) =>
      `<figure><img src="data:image/png;base64,${picture.toString('base64')}"><figcaption>${said}</figcaption></figure>`,
  );
  const style = `body{margin:24px;display:grid;grid-template-columns:repeat(${COLUMNS},${GLASS.width}px);gap:24px;background:#777}
    figure{margin:0}img{display:block;border-radius:12px}figcaption{padding:8px 4px;font:20px sans-serif;color:#fff}`;
  await page.setContent(`<style>${style}</style>${frames.join('')}`);
  await page.screenshot({ path, fullPage: true });
}
