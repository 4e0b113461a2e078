import { parsePersonId, isRecord, type PersonId, tryJson } from '@bough/base';
import { type PicturesOf, pictureRoutes, PICTURES_ASKED } from '@bough/contracts';
import { addressOf, call } from '../api/api.ts';
import { keep, readKept } from '../shell/kept.ts';
import { FRESH_MS, ShownPeople } from './shown-people.ts';

// Pictures of people, as they are shown in place of their first letters. The page asks for those whom it shows, many at once, and this device keeps
// the last ones, as it keeps names: they stand there at once, and without a server. Sign-out forgets them with everything else.

const KEY = 'bough.pictures';
/** Some kilobytes each: what a browser lets a page keep is shared with more important things. */
const KEPT_MOST = 40;
/** What is drawn together is asked for together. */
const GATHER_MS = 20;

interface Kept {
  readonly hash: string;
  /** As an address that needs no server. */
  readonly data: string;
}

const listeners = new Set<() => void>();
const people = new ShownPeople();
const wanted = new Set<PersonId>();
let timer: ReturnType<typeof setInterval> | undefined;
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

/** Asks whether the person has a picture, and again and again while their face is shown and somebody looks; ends with what it answers. */
export function showPicture(person: PersonId): () => void {
  people.count(person, 1);
  if (people.takeDue(person, Date.now())) want(person);
  timer ??= setInterval(() => {
    if (document.visibilityState === 'visible') people.takeAllDue(Date.now()).forEach(want);
  }, FRESH_MS / 2);
  return () => {
    people.count(person, -1);
    if (!people.isEmpty) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function want(person: PersonId): void {
  if (wanted.size === 0) setTimeout(() => void askWanted(), GATHER_MS);
  wanted.add(person);
}

/** Takes over what this page itself has changed: asks anew. */
export function pictureChanged(person: PersonId): void {
  people.forget(person);
  if (people.takeDue(person, Date.now())) want(person);
}

async function askWanted(): Promise<void> {
  const asked = [...wanted];
  wanted.clear();
  for (let from = 0; from < asked.length; from += PICTURES_ASKED)
    await askSome(asked.slice(from, from + PICTURES_ASKED));
}

async function askSome(some: readonly PersonId[]): Promise<void> {
  const answer = await call(pictureRoutes.pictures, { of: some.join(',') }, undefined);
  // Without an answer what is here stays, and is asked about again.
  if (!answer.ok) return some.forEach((person) => people.forget(person));
  const pictures = new Map(answer.value.pictures.map(({ person, hash }) => [person, hash]));
  await Promise.all(some.map((person) => take(person, pictures.get(person) ?? null)));
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
