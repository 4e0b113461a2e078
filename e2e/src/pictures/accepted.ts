import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { differenceOf, MOST_OTHER_DOTS, quarterOf } from './compare.ts';
import { type Picture, readPng, writePng } from './png.ts';
import { type Screen, SCREENS } from './screens.ts';
import type { View } from './stage.ts';

// The pictures of the main screens that somebody looked at and accepted: a quarter of the size, each with the browser that made it.

const FOLDER = fileURLToPath(new URL('accepted/', import.meta.url));

/** Those that are compared. */
export const MAIN: readonly Screen[] = SCREENS.filter(({ isMain }) => isMain === true);

/** The two ways in which each is taken: between them they have both sizes, both schemes and both languages. */
export const MAIN_VIEWS: readonly [wide: View, phone: View] = [
  { width: 1280, scheme: 'light', language: 'en' },
  { width: 390, scheme: 'dark', language: 'de' },
];

/** What a comparison says. `unsure`: other dots, and another browser, so nobody knows which of the two made them. */
export type Verdict = { readonly kind: 'same' } | { readonly kind: 'other' | 'unsure' | 'new'; readonly why: string };

/** What makes the pictures here: other versions draw letters otherwise, and so do other machines. */
export function makerOf(browser: Browser): string {
  return `Chromium ${browser.version()} on ${platform()} ${arch()}`;
}

/** Keeps a picture, as it was taken, as the accepted one. */
export function accept(name: string, taken: Buffer, maker: string): string {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), writePng({ ...quarterOf(readPng(taken)), maker }));
  return fileOf(name);
}

/** Compares a picture, as it was taken, with the accepted one. */
export function compareWithAccepted(name: string, taken: Buffer, maker: string): Verdict {
  if (!existsSync(fileOf(name))) return { kind: 'new', why: `No picture of ${name} was ever accepted.` };
  return judge(readPng(readFileSync(fileOf(name))), quarterOf(readPng(taken)), maker);
}

/** The verdict on two pictures at a quarter of their size. */
export function judge(accepted: Picture, taken: Picture, maker: string): Verdict {
  const difference = differenceOf(accepted, taken);
  if (difference !== null && difference.dots <= MOST_OTHER_DOTS) return { kind: 'same' };
  const { x, y, width, height } = difference?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  const what =
    difference === null
      ? `It is ${taken.width} x ${taken.height} dots, the accepted one ${accepted.width} x ${accepted.height}.`
      : `${difference.dots} dots are other ones (${MOST_OTHER_DOTS} may be), within ${width} x ${height} at ${x}, ${y} of the page.`;
  if (accepted.maker === maker) return { kind: 'other', why: what };
  const unsure = `The accepted one was made by ${accepted.maker ?? 'an unknown browser'}, this one by ${maker}.`;
  return { kind: 'unsure', why: `${what} ${unsure} Look at it, and accept it anew with the browser that is here.` };
}

/** What a picture of a screen is called. */
export function pictureName(screen: Screen, { width, scheme, language }: View): string {
  return `${screen.name}-${width}-${scheme}-${language}`;
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.png`);
}
