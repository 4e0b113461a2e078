import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareDots, compareLayout, type Comparison, quarterOf } from './compare.ts';
import { type Picture, readPng, writePng } from './png.ts';
import type { Renderer } from './renderer.ts';
import { type Screen, SCREENS } from './screens.ts';
import type { View } from './stage.ts';

// The pictures of the main screens that somebody looked at and accepted: a quarter of the size, each with what made it.

const FOLDER = fileURLToPath(new URL('accepted/', import.meta.url));

/** Those that are compared. */
export const MAIN: readonly Screen[] = SCREENS.filter(({ isMain }) => isMain === true);

/** The two ways in which each is taken: between them they have both sizes, both schemes and both languages. */
export const MAIN_VIEWS: readonly [wide: View, phone: View] = [
  { width: 1280, scheme: 'light', language: 'en' },
  { width: 390, scheme: 'dark', language: 'de' },
];

/** What a comparison says. `isStrict`: dot by dot; where another renderer made the accepted picture, only the layout is compared. */
export interface Verdict {
  readonly isSame: boolean;
  readonly isStrict: boolean;
  readonly why: string;
}

/** Keeps a picture, as it was taken, as the accepted one; answers its file. */
export function accept(name: string, taken: Buffer, { name: made, drawing }: Renderer): string {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(name), writePng({ ...quarterOf(readPng(taken)), maker: `${made}, ${drawing}` }));
  return fileOf(name);
}

/** The accepted picture; null: there is none. */
export function acceptedPicture(name: string): Picture | null {
  return existsSync(fileOf(name)) ? readPng(readFileSync(fileOf(name))) : null;
}

/** The verdict on two pictures at a quarter of their size. */
export function judge(accepted: Picture, taken: Picture, { name, drawing }: Renderer): Verdict {
  const isStrict = accepted.maker?.endsWith(`, ${drawing}`) === true;
  const made = `${accepted.maker ?? 'an unknown browser'} made the accepted one, ${name}, ${drawing} this one`;
  if (accepted.width !== taken.width || accepted.height !== taken.height) {
    const why = `It is ${taken.width} x ${taken.height} dots, the accepted one ${accepted.width} x ${accepted.height}; ${made}.`;
    return { isSame: false, isStrict, why };
  }
  const { found, most, box, what }: Comparison = (isStrict ? compareDots : compareLayout)(accepted, taken);
  const { x, y, width, height } = box;
  const why = `${found} ${what} differ (${most} may), within ${width} x ${height} at ${x}, ${y} of the page; ${made}.`;
  return { isSame: found <= most, isStrict, why };
}

/** What a picture of a screen is called. */
export function pictureName(screen: Screen, { width, scheme, language }: View): string {
  return `${screen.name}-${width}-${scheme}-${language}`;
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.png`);
}
