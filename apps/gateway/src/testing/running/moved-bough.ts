import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Browser } from '../visitors/browser.ts';
import { type Drawer, drawerOf, drawn, textsOf } from '../visitors/drawer.ts';
import { newMailAddress, signedIn } from '../visitors/mail.ts';
import type { WholeBough } from './whole-bough.ts';

// What people have in a Bough before it is moved, and that all of it is there afterwards.

/** The smallest picture: one transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Somebody with an address, and a guest, with what they have made. */
export interface Residents {
  readonly ann: Browser;
  readonly annAt: string;
  readonly guest: Browser;
  readonly map: string;
  readonly asset: string;
  readonly mine: string;
}

/** People who come, draw, and put an image into a map. */
export async function residentsOf(bough: WholeBough): Promise<Residents> {
  const annAt = newMailAddress();
  const ann = await signedIn(bough, annAt);
  const { id: map } = await ann.makeMap('Garden');
  await drawn(await drawerOf(ann, map), 'roses');
  const asset = await putImage(bough, ann, map);
  const link = await ann.makeLink(map, 'edit');
  const guest = await Browser.guest(bough, 'Visitor');
  await guest.join(link.secret);
  await drawn(await drawerOf(guest, map), 'tulips');
  const { id: mine } = await guest.makeMap('Mine');
  await drawn(await drawerOf(guest, mine), 'of a guest');
  return { ann, annAt, guest, map, asset, mine };
}

/** Everything is there for the same sessions, and people go on: draws that word. */
export async function expectResidents(
  bough: WholeBough,
  { ann, guest, map, asset, mine }: Residents,
  word: string,
): Promise<void> {
  const [annNow, guestNow] = [ann.at(bough.gateway), guest.at(bough.gateway)];
  const titles = async (browser: Browser): Promise<readonly string[]> =>
    (await browser.must('GET', '/api/maps')).json.maps.map((each: { readonly title: string }) => each.title).toSorted();
  expect(await titles(annNow)).toEqual(['Garden']);
  expect(await titles(guestNow)).toEqual(['Garden', 'Mine']);
  expect(textsOf(await drawerOf(guestNow, mine))).toContain('of a guest');
  const drawer: Drawer = await drawerOf(guestNow, map);
  expect(textsOf(drawer)).toEqual(expect.arrayContaining(['roses', 'tulips']));
  await drawn(drawer, word);
  expect((await annNow.ask('GET', `/api/maps/${map}/assets/${asset}`)).status).toBe(200);
  const past = (await annNow.must('GET', `/api/maps/${map}/changes?from=1&to=100`)).json;
  expect(JSON.stringify(past)).toContain('roses');
}

/** A file of settings, as `migrate-storage` takes them. */
export function settingsFile(folder: string, settings: Readonly<Record<string, string>>): string {
  const path = join(folder, 'new.env');
  writeFileSync(
    path,
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
    { mode: 0o600 },
  );
  return path;
}

/** The secrets of a data folder, for settings that name another one. */
export function secretsOf(data: string): Readonly<Record<string, string>> {
  const read = (name: string): string => readFileSync(join(data, 'secrets', name), 'utf8').trim();
  return { BOUGH_COOKIE_KEYS: read('cookie-keys'), BOUGH_BLOBS_KEYS: read('blobs-keys') };
}

async function putImage(bough: WholeBough, browser: Browser, map: string): Promise<string> {
  const { cookie, csrf } = browser;
  const headers = { cookie, 'bough-csrf': csrf, 'sec-fetch-site': 'same-origin', 'content-type': 'image/gif' };
  const url = `http://127.0.0.1:${bough.port}/api/maps/${map}/assets`;
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(GIF) });
  const { hash } = (await answer.json()) as { readonly hash: string };
  return hash;
}
