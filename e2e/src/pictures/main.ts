/**
 * `npm run pictures -- FOLDER [NAME...]`: every screen as a picture, in light and dark, wide and on a phone, in English and German; by name,
 * only those. `npm run pictures -- accept NAME...` (or `all`): what the main screens look like now is what the gate holds them to.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findServer } from '@bough/house/servers';
import { chromium } from '@playwright/test';
import { accept, MAIN, MAIN_VIEWS, pictureName } from './accepted.ts';
import { rendererOf } from './renderer.ts';
import { type Screen, SCREENS } from './screens.ts';
import { Stage, type View } from './stage.ts';
import { atRest, open, type Scene } from './take.ts';
import { makeWorld } from './world.ts';

const USAGE = `npm run pictures -- FOLDER [NAME...]     take pictures of all screens, or of these
npm run pictures -- accept NAME...       accept how these main screens look now (or: accept all)

Screens: ${SCREENS.map(({ name }) => name).join(', ')}
Main screens: ${MAIN.map(({ name }) => name).join(', ')}
`;
const WIDTHS = [1280, 390] as const;
const LANGUAGES = ['en', 'de'] as const;
const SCHEMES = ['light', 'dark'] as const;

const [first, ...names] = process.argv.slice(2);
const isAccepting = first === 'accept';
const among = isAccepting ? MAIN : SCREENS;
const chosen = isAccepting && names.includes('all') ? among : among.filter(({ name }) => names.includes(name));
const unknown = names.filter((name) => name !== 'all' && !among.some((screen) => screen.name === name));
if (first === undefined || unknown.length > 0 || (isAccepting && chosen.length === 0)) {
  process.stderr.write(unknown.length > 0 ? `There is no such screen: ${unknown.join(', ')}\n\n${USAGE}` : USAGE);
  process.exit(2);
}

const found = findServer('chromium');
if (found.kind !== 'ready') throw new Error(`${found.why} ${found.howTo}`);
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath: found.from, args });
const stage = new Stage(browser);
try {
  const scene = { stage, world: await makeWorld(stage) };
  const screens = chosen.length === 0 ? among : chosen;
  if (isAccepting) await acceptAll(scene, screens);
  else await takeAll(scene, screens, resolve(first));
} finally {
  await stage.end();
  await browser.close();
}

async function takeAll(scene: Scene, screens: readonly Screen[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const screen of screens) {
    for (const width of WIDTHS) {
      for (const language of LANGUAGES) {
        await takeBoth(scene, screen, { width, language }, folder).catch((error: unknown) => {
          // The others are still worth looking at.
          process.exitCode = 1;
          process.stderr.write(`${screen.name}, ${width} wide, ${language}: ${String(error)}\n`);
        });
      }
    }
    process.stdout.write(`${screen.name}\n`);
  }
}

/** The screen is opened once; the device then changes from light to dark, as in the evening. */
async function takeBoth(
  scene: Scene,
  screen: Screen,
  { width, language }: Omit<View, 'scheme'>,
  folder: string,
): Promise<void> {
  await open(scene, screen, { width, language, scheme: 'light' }, async (page) => {
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      writeFileSync(resolve(folder, `${pictureName(screen, { width, scheme, language })}.png`), await atRest(page));
    }
  });
}

async function acceptAll(scene: Scene, screens: readonly Screen[]): Promise<void> {
  const renderer = await rendererOf(browser);
  for (const screen of screens) {
    for (const view of MAIN_VIEWS) {
      await open(scene, screen, view, async (page) => {
        process.stdout.write(`${accept(pictureName(screen, view), await atRest(page), renderer)}\n`);
      });
    }
  }
}
