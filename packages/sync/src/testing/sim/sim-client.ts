import type { ClientId, Clock, MapId, PersonId, Random } from '@bough/base';
import { type Change, childrenOf, type ItemId, newItemId, type Op, orderBetween } from '@bough/map';
import { type Dice, Memory, randomOps } from '@bough/map/testing';
import { carryDown } from '../../replica/carry-down.ts';
import { SyncClient } from '../../client/client.ts';
import { type ClientEffect, type ClientEvent, NOBODY_HERE, type StoreWrite } from '../../client/client-types.ts';
import type { SimDocument } from './sim-docstore.ts';
import { ProcessClock } from './sim-process.ts';
import type { SimLine } from './sim-line.ts';
import { SimStore } from './sim-store.ts';

export interface SimClientComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly dice: Dice;
  /** Opens a line to some gateway, or null when none answers. */
  readonly dial: (from: SimClient, heard: (text: string) => void, closed: () => void) => SimLine | null;
  readonly fetch: (from: SimClient, answer: (document: SimDocument | null) => void) => void;
  readonly isRevoked: (person: PersonId) => boolean;
  readonly onEvent: (client: SimClient, event: ClientEvent) => void;
}

/** One person at one machine: a browser's store, and a copy of the editor that is now and then killed and opened again. */
export class SimClient {
  readonly id: ClientId;
  /** Whom the journal belongs to. */
  readonly person: PersonId;
  /** Who is signed in now: a guest becomes somebody else. */
  signedIn: PersonId;
  readonly store = new SimStore();
  readonly #components: SimClientComponents;
  readonly #map: MapId;
  readonly #memory = new Memory();
  #process: ProcessClock;
  #sync: SyncClient | null = null;
  #line: SimLine | null = null;
  #typing: ItemId | null = null;
  #underWay: readonly StoreWrite[] = [];
  isOnline = true;

  constructor(components: SimClientComponents, names: { client: ClientId; person: PersonId; map: MapId }) {
    this.#components = components;
    this.id = names.client;
    this.person = names.person;
    this.signedIn = names.person;
    this.#map = names.map;
    this.#process = new ProcessClock(components.clock);
  }

  /** Whether it is this person's: another one may count under the same id. */
  isAuthorOf({ client, author }: Change): boolean {
    return client === this.id && (author === this.person || author === this.signedIn);
  }

  get isRunning(): boolean {
    return this.#sync !== null;
  }
  get sync(): SyncClient {
    if (this.#sync === null) throw new Error('the client is not running');
    return this.#sync;
  }

  open(): void {
    if (this.#sync !== null) return;
    const { clock, random, onEvent } = this.#components;
    const process = new ProcessClock(clock);
    this.#process = process;
    this.#sync = new SyncClient(
      {
        clock: process,
        random,
        perform: (effect) => this.#perform(effect, process),
        notify: (event) => onEvent(this, event),
      },
      { map: this.#map, client: this.id, person: this.person },
    );
    this.#sync.start(this.store.load());
  }

  /** The page is gone, at once: what was not stored is lost, as nobody was ever told otherwise. */
  kill(): void {
    this.#process.kill();
    // A transaction under way is through or not, before anybody else can begin one.
    if (this.#components.dice.chance(0.5)) this.store.write(this.#underWay);
    this.#underWay = [];
    this.#sync = null;
    this.#line?.closeFromClient();
    this.#line = null;
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (!isOnline) this.#line?.cut();
    else if (this.#components.dice.chance(0.5)) this.#sync?.wake();
  }

  cut(): void {
    this.#line?.cut();
  }

  /** Types into one of three items, or moves a branch. */
  crowd(): 'edited' | 'nothing' {
    const { dice } = this.#components;
    const { map } = this.sync;
    const [root, ...branches] = [...map.items.keys()];
    const branch = dice.any(branches.slice(0, 3));
    if (root === undefined || branch === undefined) return 'nothing';
    const order = orderBetween(null, null, dice.random);
    const parent = dice.any([root, ...branches.slice(0, 3)]) ?? root;
    const ops: readonly Op[] = dice.chance(0.2) ? [{ kind: 'move', id: branch, parent, order }] : this.#typed();
    return this.sync.edit(ops, { step: `typing:${this.#typing}` }).ok ? 'edited' : 'nothing';
  }

  /** One thing that a person does, lawful or not. */
  act(): 'edited' | 'denied' | 'undone' | 'nothing' {
    const { dice } = this.#components;
    const sync = this.sync;
    if (dice.chance(0.2)) sync.share({ ...NOBODY_HERE, cursor: { item: null, x: dice.below(100), y: 1 } });
    if (dice.chance(0.12)) {
      const done = dice.chance(0.7) ? sync.undo() : sync.redo();
      return done.ok ? 'undone' : 'nothing';
    }
    const isTyping = dice.chance(0.4);
    const ops = isTyping ? this.#typed() : randomOps(dice, sync.map, this.#memory);
    if (ops.length === 0) return 'nothing';
    const done = sync.edit(ops, isTyping ? { step: `typing:${this.#typing}` } : {});
    if (done.ok) return 'edited';
    return done.error.reason === 'denied' ? 'denied' : 'nothing';
  }

  #typed(): readonly Op[] {
    const { dice } = this.#components;
    const { map } = this.sync;
    // Mostly the same few items, so that people meet in one text.
    const items = [...map.items.keys()].slice(0, dice.chance(0.8) ? 3 : undefined);
    if (this.#typing === null || !map.items.has(this.#typing) || dice.chance(0.1))
      this.#typing = dice.any(items) ?? null;
    const item = this.#typing === null ? undefined : map.items.get(this.#typing);
    if (item === undefined) {
      const order = orderBetween(
        null,
        map.items.get(childrenOf(map, null)[0] ?? newItemId(dice.ids))?.order ?? null,
        dice.random,
      );
      return [{ kind: 'add', id: newItemId(dice.ids), parent: null, order, fields: { text: 'root' } }];
    }
    const at = dice.cut(item.text);
    const end = dice.chance(0.25) ? dice.cut(item.text) : at;
    const [from, to] = [Math.min(at, end), Math.max(at, end)];
    const insert = dice.text(2);
    return [{ kind: 'splice', id: item.id, field: 'text', at: from, remove: to - from, insert }];
  }

  #perform(effect: ClientEffect, process: ProcessClock): void {
    const { dice, dial, fetch, isRevoked } = this.#components;
    const after = (ms: number, run: (sync: SyncClient) => void): void => {
      process.after(ms, () => {
        if (this.#sync !== null) run(this.#sync);
      });
    };
    switch (effect.kind) {
      case 'connect': {
        const { connection } = effect;
        const alive = (run: () => void) => (): void => {
          if (!process.isDead) run();
        };
        const heard = (text: string): void => {
          if (!process.isDead) this.#sync?.received(connection, text);
        };
        const line = dial(
          this,
          heard,
          alive(() => this.#sync?.closed(connection)),
        );
        this.#line = line;
        if (isRevoked(this.signedIn)) after(20, (sync) => sync.closed(connection, 'denied'));
        else if (line === null) after(10 + dice.below(300), (sync) => sync.closed(connection));
        else after(1 + dice.below(80), (sync) => sync.opened(connection, 'ticket'));
        return;
      }
      case 'disconnect':
        this.#line?.closeFromClient();
        this.#line = null;
        return;
      case 'send':
        this.#line?.fromClient(effect.text);
        return;
      case 'fetch':
        fetch(this, (document) => {
          if (process.isDead) return;
          if (isRevoked(this.signedIn)) this.#sync?.loadFailed('denied');
          else if (document === null) this.#sync?.loadFailed('unavailable');
          else this.#sync?.loaded(document.name, document.text, effect.isRenewal ? carryDown : undefined);
        });
        return;
      case 'store':
        this.#underWay = effect.writes;
        after(1 + dice.below(dice.chance(0.3) ? 400 : 8), (sync) => {
          this.store.write(effect.writes);
          this.#underWay = [];
          sync.stored(effect.save);
        });
        return;
    }
  }
}
