import { createHash } from 'node:crypto';
import { Person } from './person.ts';
import type { Kept, Stage } from './stage.ts';
import { ATLAS, BAKERY, BOOKS, LISBON, MOVING, SLEEP, type Story } from './story.ts';

// What is there to be photographed: three people, seven maps, and what was said in one of them within three days. All of it goes through
// the gateway's routes, a change each, at moments and with ids that are given here: it comes out the same each time, and is made in seconds.

/** Who looks at a screen: the owner, somebody who may edit, somebody who may not open the map, or a newcomer whom nobody knows. */
export type Viewer = 'ada' | 'ben' | 'cleo' | 'newcomer';

export interface World {
  readonly site: string;
  /** Addresses, without the site. */
  readonly bakery: string;
  readonly atlas: string;
  readonly folder: string;
  readonly publicPage: string;
  readonly kept: Readonly<Record<Viewer, Kept | undefined>>;
}

const NOW = '2031-03-06T09:41:00Z';
const MONDAY = '2031-03-03T09:12:00Z';
const TUESDAY = '2031-03-04T14:20:00Z';
const WEDNESDAY = '2031-03-05T18:05:00Z';
const MINUTE_MS = 60_000;

const PEOPLE = {
  ada: { name: 'Ada Lindqvist', hue: 4 },
  ben: { name: 'Ben Okafor', hue: 1 },
  cleo: { name: 'Cleo Marchetti', hue: 0 },
} as const;
type Known = keyof typeof PEOPLE;

/** Fractional indexes in their order. */
const ORDERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const EVEN = 'Break even at 140 loaves a day';
const SOURDOUGH = 'Sourdough, one kind, perfect';
const RENT = 'Rent: the corner shop is empty';

/** A map that was made, and its items by their words. */
interface Made {
  readonly id: string;
  readonly items: ReadonlyMap<string, string>;
}

export async function makeWorld(stage: Stage): Promise<World> {
  await stage.begin(MONDAY);
  const [ada, ben, cleo] = [await signedIn(stage, 'ada'), await signedIn(stage, 'ben'), await signedIn(stage, 'cleo')];
  const { bakery, ...made } = await adaBegins(stage, ada.person);
  stage.setClock(TUESDAY);
  await ada.person.ask('POST', `/api/maps/${bakery.id}/invitations`, { email: 'ben@example.org', role: 'edit' });
  await benWorks(stage, ben.person, bakery);
  stage.setClock(WEDNESDAY);
  await adaAnswers(stage, ada.person, bakery);
  stage.setClock(NOW);
  await adaReads(stage, ada.person, bakery);
  const kept = { ada: await ada.leave(), ben: await ben.leave(), cleo: await cleo.leave(), newcomer: undefined };
  return { site: stage.site, ...made, bakery: `/m/${bakery.id}`, publicPage: `/p/${bakery.id}`, kept };
}

/** Somebody with a name and a colour. `leave` ends their browser, and answers what it kept. */
async function signedIn(
  stage: Stage,
  who: Known,
): Promise<{ readonly person: Person; readonly leave: () => Promise<Kept> }> {
  const context = await stage.person(who);
  const person = new Person(context.request, stage.site);
  await person.signIn(`${who}@example.org`);
  await person.ask('PUT', '/api/account', PEOPLE[who]);
  const leave = async (): Promise<Kept> => {
    const kept = await context.storageState();
    await context.close();
    return kept;
  };
  return { person, leave };
}

async function adaBegins(stage: Stage, ada: Person): Promise<{ bakery: Made; atlas: string; folder: string }> {
  const [, lisbon] = [await makeMap(stage, ada, SLEEP), await makeMap(stage, ada, LISBON)];
  for (const story of [BOOKS, MOVING]) await makeMap(stage, ada, story);
  const atlas = await makeMap(stage, ada, ATLAS);
  const folder = await ada.askText('id', 'POST', '/api/folders', { name: 'Travel', parent: null });
  await ada.ask('PUT', `/api/maps/${lisbon.id}/folder`, { folder });
  const bakery = await makeMap(stage, ada, BAKERY);
  const ends = { from: itemOf(bakery, 'Mira: dough, nights'), to: itemOf(bakery, SOURDOUGH) };
  const link = { id: idOf('link'), ...ends, label: '', colour: null, arrow: 'end', points: [] };
  await ada.change(bakery.id, { kind: 'link', link });
  await ada.ask('PUT', `/api/maps/${bakery.id}/public`, { isPublic: true, mayCopy: true });
  return { bakery, atlas: `/m/${atlas.id}`, folder: `/folders/${folder}` };
}

/** A map of the outline, each of its branches a change, a minute after the other: no two have one moment, by which lists stand. */
async function makeMap(stage: Stage, by: Person, { outline, fields = {} }: Story): Promise<Made> {
  const [title = '', ...lines] = outline.split('\n');
  stage.setClock(stage.moment + MINUTE_MS);
  const id = await by.askText('id', 'POST', '/api/maps', { title, folder: null, isImport: true });
  const items = new Map<string, string>();
  const places = new Map<string | null, number>();
  const above: string[] = [];
  let branch: object[] = [];
  const keep = async (): Promise<void> => {
    stage.setClock(stage.moment + MINUTE_MS);
    await by.change(id, ...branch);
    branch = [];
  };
  for (const line of [title, ...lines]) {
    const words = line.trimStart();
    const level = line.length - words.length;
    if (level === 1) await keep();
    const parent = above[level - 1] ?? null;
    const item = idOf(`${parent} ${words}`);
    above[level] = item;
    items.set(words, item);
    branch.push(addOp(item, parent, placeIn(places, parent), { text: words, ...fields[words] }));
  }
  await keep();
  return { id, items };
}

/** He accepts, adds two items, takes one away, asks something, and writes in the chat. */
async function benWorks(stage: Stage, ben: Person, bakery: Made): Promise<void> {
  const [invitation] = await ben.askIds('invitations', '/api/invitations');
  await ben.ask('POST', `/api/invitations/${invitation}/accept`);
  const steps = itemOf(bakery, 'First steps');
  const said = (about: string, text: string): object => commentOp(bakery, about, text);
  for (const op of [
    addOp(idOf('sign'), steps, 'a3', { text: 'Name and sign' }),
    addOp(idOf('paint'), idOf('sign'), 'a0', { text: 'Paint it ourselves' }),
    { kind: 'remove', id: itemOf(bakery, 'School run') },
    said(EVEN, '@Ada Is that with the rye?'),
    said(RENT, 'The owner calls back on Friday.'),
    messageOp('I asked two painters about the sign.'),
    messageOp('Both can come **in April**.'),
  ]) {
    stage.setClock(stage.moment + MINUTE_MS);
    await ben.change(bakery.id, op);
  }
}

/** She answers, and goes on. */
async function adaAnswers(stage: Stage, ada: Person, bakery: Made): Promise<void> {
  for (const op of [
    commentOp(bakery, EVEN, 'Yes, and with the buns.'),
    commentOp(bakery, SOURDOUGH, '@Ben Shall we try spelt?'),
    addOp(idOf('cake'), itemOf(bakery, 'What we bake'), 'a3', { text: 'Cake on Sundays' }),
    messageOp('April is fine. I will tell the landlord.'),
  ]) {
    stage.setClock(stage.moment + MINUTE_MS);
    await ada.change(bakery.id, op);
  }
}

/** Nothing is new to her. */
async function adaReads(stage: Stage, ada: Person, bakery: Made): Promise<void> {
  await ada.ask('PUT', `/api/maps/${bakery.id}/comments-read`, { upTo: stage.moment, threads: [] });
  await ada.ask('PUT', '/api/bell/read', { entries: await ada.askIds('entries', '/api/bell') });
}

function addOp(id: string, parent: string | null, order: string, fields: object): object {
  return { kind: 'add', id, parent, order, fields };
}

/** Each item has one thread. */
function commentOp(map: Made, about: string, text: string): object {
  return { kind: 'comment', thread: idOf(`thread ${about}`), item: itemOf(map, about), id: idOf(text), text };
}

function messageOp(text: string): object {
  return { kind: 'message', id: idOf(text), text };
}

/** The next place below this parent. */
function placeIn(places: Map<string | null, number>, parent: string | null): string {
  const place = places.get(parent) ?? 0;
  places.set(parent, place + 1);
  return `a${ORDERS[place]}`;
}

function itemOf({ items }: Made, words: string): string {
  const item = items.get(words);
  if (item === undefined) throw new Error(`there is no item "${words}"`);
  return item;
}

/** What is called this has always the same id, from which a branch has its shade. */
function idOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 12);
}
