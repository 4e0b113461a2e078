import { parsePersonId, isRecord, type PersonId, tryJson } from '@bough/base';
import { type PicturesOf, pictureRoutes, PICTURES_ASKED } from '@bough/contracts';
import { addressOf, call } from '../api/api.ts';
import { keep, readKept } from '../shell/kept.ts';

// Pictures of people, as they are shown in place of their first letters. The page asks for those whom it shows, many at once, and this device keeps
// the last ones, as it keeps names: they stand there at once, and without a server. Sign-out forgets them with everything else.

const KEY = 'bough.pictures';
/** Some kilobytes each: what a browser lets a page keep is shared with more important things. */
const KEPT_MOST = 40;
/** So long an answer counts. */
const FRESH_MS = 60_000;
/** What is drawn together is asked for together. */
const GATHER_MS = 20;

interface Kept {
  readonly hash: string;
  /** As an address that needs no server. */
  readonly data: string;
}

const listeners = new Set<() => void>();
const asked = new Map<PersonId, number>();
const wanted = new Set<PersonId>();
let known: Map<PersonId, Kept> | null = null;

/** The person's picture, as far as it is known here; null: their letters stand for them. */
export function pictureOf(person: PersonId): string | null {
  return all().get(person)?.data ?? null;
}

/** Calls whenever a picture has come or is gone. */
export function watchPictures(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks whether the person has a picture, unless that was asked just now. */
export function wantPicture(person: PersonId): void {
  if (Date.now() - (asked.get(person) ?? -Infinity) < FRESH_MS) return;
  asked.set(person, Date.now());
  if (wanted.size === 0) setTimeout(() => void askWanted(), GATHER_MS);
  wanted.add(person);
}

/** Takes over what this page itself has changed: asks anew. */
export function pictureChanged(person: PersonId): void {
  asked.delete(person);
  wantPicture(person);
}

async function askWanted(): Promise<void> {
  const people = [...wanted];
  wanted.clear();
  for (let from = 0; from < people.length; from += PICTURES_ASKED)
    await askSome(people.slice(from, from + PICTURES_ASKED));
}

async function askSome(people: readonly PersonId[]): Promise<void> {
  const answer = await call(pictureRoutes.pictures, { of: people.join(',') }, undefined);
  // Without an answer what is here stays, and is asked about again.
  if (!answer.ok) return people.forEach((person) => asked.delete(person));
  const pictures = new Map(answer.value.pictures.map(({ person, hash }) => [person, hash]));
  await Promise.all(people.map((person) => take(person, pictures.get(person) ?? null)));
  remember();
}

async function take(person: PersonId, hash: PicturesOf[number]['hash'] | null): Promise<void> {
  if ((all().get(person)?.hash ?? null) === hash) return;
  if (hash === null) all().delete(person);
  else {
    const data = await fetched(person, hash);
    if (data === null) return;
    all().delete(person);
    all().set(person, { hash, data });
  }
  for (const listener of listeners) listener();
}

async function fetched(person: PersonId, hash: string): Promise<string | null> {
  try {
    const response = await fetch(addressOf(pictureRoutes.picture, { person, hash }), { credentials: 'same-origin' });
    return response.ok ? await asAddress(await response.blob()) : null;
  } catch {
    return null;
  }
}

function asAddress(blob: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(blob);
  });
}

function all(): Map<PersonId, Kept> {
  known ??= readAll(readKept(KEY));
  return known;
}

function remember(): void {
  const last = [...all()].slice(-KEPT_MOST);
  keep(KEY, last.length === 0 ? null : JSON.stringify(last));
}

function readAll(text: string | null): Map<PersonId, Kept> {
  const read = text === null ? null : tryJson(text);
  const found = new Map<PersonId, Kept>();
  for (const each of Array.isArray(read) ? read : []) {
    if (!Array.isArray(each)) continue;
    const [person, kept] = [parsePersonId(each[0]), isRecord(each[1]) ? each[1] : {}];
    const { hash, data } = kept;
    if (person === null || typeof hash !== 'string' || typeof data !== 'string') continue;
    if (data.startsWith('data:image/webp;')) found.set(person, { hash, data });
  }
  return found;
}
