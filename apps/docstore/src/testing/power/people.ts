import { randomBytes } from 'node:crypto';
import { type MapId, parseMapId } from '@bough/base';
import { platformIds } from '@bough/service';
import { picture } from '../images.ts';
import { add, ANN, change, clientNamed } from '../test-maps.ts';
import type { Answered } from './promised.ts';
import type { Ask, RecordedDocstore } from './recorded-docstore.ts';

// People who do everything to documents that there is to be done, and remember what was promised with which answer.

/** Text that is not packed to nothing, of about that many letters. */
function words(letters: number): string {
  return randomBytes(Math.ceil((letters * 3) / 4)).toString('base64');
}

/** Where a client of a map is. */
interface Place {
  readonly map: MapId;
  readonly client: string;
  counter: number;
  base: number;
}

/** Everybody who asks the recorded docstores, one after another. */
export class People {
  /** By the name of a request, what its answer promises. */
  readonly promised = new Map<string, Answered>();
  readonly #places: Place[] = [];
  #docstore: RecordedDocstore;
  #asked = 0;

  constructor(docstore: RecordedDocstore) {
    this.#docstore = docstore;
  }

  /** Goes on with another one, on the same data. */
  moveTo(docstore: RecordedDocstore): void {
    this.#docstore = docstore;
  }

  /** Makes maps, alone and together, with images and names; some go to the trash and come back, some for good. */
  async begin(): Promise<void> {
    await Promise.all([this.#alone(70), this.#together(3, 25), this.#beside(), this.#purged(), this.#trashed()]);
  }

  /** The same maps, and a new one: what was not written for a while is being settled meanwhile. */
  async goOn(): Promise<void> {
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.all([
      ...this.#places.map(async (place, i) => {
        if (i % 2 === 1) await rest();
        for (let turn = 0; turn < 6; turn++) await this.#write(place, 400);
      }),
      this.#beside(),
    ]);
    await rest();
  }

  async #alone(turns: number): Promise<void> {
    const place = await this.#make('alone');
    for (let turn = 0; turn < turns; turn++) await this.#write(place, 100 + 130 * (turn % 25));
  }

  async #together(count: number, turns: number): Promise<void> {
    const first = await this.#make('one');
    const places = [first, ...Array.from({ length: count - 1 }, (_, i) => this.#join(first.map, `other${i}`))];
    await Promise.all(
      places.map(async (place) => {
        for (let turn = 0; turn < turns; turn++) await this.#write(place, 1_200);
      }),
    );
  }

  async #beside(): Promise<void> {
    const place = await this.#make('beside');
    const { map } = place;
    const images = Promise.all(
      [20, 30].map(async (width) => {
        const body = await picture('png', { width, height: 20 });
        await this.#ask({ method: 'POST', path: `/documents/${map}/assets`, body }, (answer) => ({
          kind: 'image',
          map,
          hash: String(fieldOf(answer, 'hash')),
        }));
      }),
    );
    await this.#write(place, 300);
    const body = { seq: 1, name: 'the beginning', by: ANN };
    await this.#ask({ method: 'POST', path: `/documents/${map}/versions`, body }, (answer) => ({
      kind: 'named',
      map,
      version: String(fieldOf(answer, 'id')),
    }));
    await images;
  }

  async #purged(): Promise<void> {
    const place = await this.#make('purged');
    for (let turn = 0; turn < 30; turn++) await this.#write(place, 3_000);
    const { map } = place;
    this.#places.splice(this.#places.indexOf(place), 1);
    await this.#ask({ method: 'GET', path: `/documents/${map}/facts` }, () => ({ kind: 'purging', map }));
    await this.#ask({ method: 'DELETE', path: `/documents/${map}` }, () => ({ kind: 'purged', map }));
  }

  async #trashed(): Promise<void> {
    const place = await this.#make('trashed');
    const { map } = place;
    await this.#write(place, 200);
    const path = `/documents/${map}/trash`;
    await this.#ask({ method: 'POST', path, body: { by: ANN } }, () => ({ kind: 'trashed', map }));
    await this.#ask({ method: 'GET', path: `/documents/${map}/facts` }, () => ({ kind: 'restoring', map }));
    await this.#ask({ method: 'DELETE', path }, () => ({ kind: 'restored', map }));
    await this.#write(place, 200);
  }

  async #make(client: string): Promise<Place> {
    const map = parseMapId(platformIds.long());
    if (map === null) throw new Error('a long id is a map id');
    const body = { map, by: ANN, ops: [add('root', 'root', null)] };
    await this.#ask({ method: 'POST', path: '/documents', body }, () => ({ kind: 'made', map }));
    return this.#join(map, client);
  }

  #join(map: MapId, client: string): Place {
    const place: Place = { map, client, counter: 0, base: 1 };
    this.#places.push(place);
    return place;
  }

  async #write(place: Place, letters: number): Promise<void> {
    const counter = ++place.counter;
    const { map, client, base } = place;
    const body = { base, changes: [change(client, counter, add(`${client}-${counter}`, words(letters)))] };
    const answer = await this.#ask({ method: 'POST', path: `/documents/${map}/changes`, body }, (answered) => {
      const [outcome] = fieldOf(answered, 'outcomes') as readonly unknown[];
      if (fieldOf(outcome, 'kind') !== 'kept') throw new Error(`${client} ${counter} was not kept`);
      return { kind: 'kept', map, client: clientNamed(client), counter, seq: Number(fieldOf(outcome, 'seq')) };
    });
    place.base = Number(fieldOf(answer, 'seq'));
  }

  async #ask(ask: Ask, promise: (answer: unknown) => Answered): Promise<unknown> {
    const name = `power-${++this.#asked}`;
    const answer = await this.#docstore.ask(name, ask);
    this.promised.set(name, promise(answer));
    return answer;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | undefined)?.[name];
}
