import { seededRandom, VirtualClock } from '@bough/base/testing';
import { emptyMap, encodeMap, type ItemId, type NumberedChange } from '@bough/map';
import { SyncClient } from '../client/client.ts';
import type { ClientEffect, ClientEvent, Saved } from '../client/client-types.ts';
import type { ClientFrame, ServerFrame } from '../wire/frames.ts';
import { SimStore } from './sim/sim-store.ts';
import { CLIENT, ITEM, LINEAGE, MAP, PEER, PERSON } from './samples.ts';

/** A client whose shell does nothing by itself: the test answers. */
export class ClientAlone {
  readonly clock: VirtualClock;
  readonly effects: ClientEffect[] = [];
  readonly events: ClientEvent[] = [];
  readonly store: SimStore;
  readonly client: SyncClient;
  storesAtOnce = true;

  constructor(saved: Saved | null = null, store = new SimStore(), nowMs = 0) {
    this.clock = new VirtualClock(nowMs);
    this.store = store;
    const perform = (effect: ClientEffect): void => {
      this.effects.push(effect);
      if (effect.kind !== 'store' || !this.storesAtOnce) return;
      this.store.write(effect.writes);
      this.clock.after(0, () => this.client.stored(effect.save));
    };
    const notify = (event: ClientEvent): void => void this.events.push(event);
    const components = { clock: this.clock, random: seededRandom(1), perform, notify };
    this.client = new SyncClient(components, { map: MAP, client: CLIENT, person: PERSON });
    this.client.start(saved);
  }

  /** The number of the connection that was asked for last. */
  get connection(): number {
    const asked = this.effects.findLast((effect) => effect.kind === 'connect');
    return asked?.kind === 'connect' ? asked.connection : 0;
  }
  count(kind: ClientEffect['kind']): number {
    return this.effects.filter((effect) => effect.kind === kind).length;
  }
  sent<K extends ClientFrame['kind']>(kind: K): Extract<ClientFrame, { kind: K }>[] {
    const frames = this.effects.flatMap((one) => (one.kind === 'send' ? [JSON.parse(one.text) as ClientFrame] : []));
    return frames.filter((one): one is Extract<ClientFrame, { kind: K }> => one.kind === kind);
  }
  say(frame: ServerFrame): void {
    this.client.received(this.connection, JSON.stringify(frame));
    this.clock.advance(0);
  }
  text(id: ItemId = ITEM): string | undefined {
    return this.client.map.items.get(id)?.text;
  }
}

/** One whose server has one order, which nothing befalls. */
export class Stand extends ClientAlone {
  welcome(seq: number, counter = 0): void {
    this.client.opened(this.connection, 'ticket');
    const order = { seq, lineages: [{ id: LINEAGE, from: 0 }], counter, mirrored: null };
    this.say({ kind: 'welcome', role: 'edit', ...order, person: PERSON, peer: PEER, people: [] });
  }
  changes(...changes: readonly NumberedChange[]): void {
    this.say({ kind: 'changes', changes, more: false });
  }
  live(): this {
    this.client.loaded({ lineage: LINEAGE, seq: 0 }, encodeMap(emptyMap()));
    this.welcome(0);
    return this;
  }
}
