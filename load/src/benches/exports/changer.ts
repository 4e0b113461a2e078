import { type MapId, must } from '@bough/base';
import { docstoreRoutes, type Route } from '@bough/contracts';
import { parseOps } from '@bough/map';
import type { Call } from '@bough/service';
import { DocstoreCaller } from '../../bough/docstore-caller.ts';
import { AUTHOR, newClient } from '../docstore/typists.ts';

/** One person who changes maps, and asks docstore as the gateway asks it. */
export class Changer {
  readonly #docstore: DocstoreCaller;
  readonly #client = newClient();
  /** How often each map was changed, and the last number that it has. */
  readonly #changed = new Map<MapId, { readonly counter: number; readonly seq: number }>();

  constructor(url: string, key: Uint8Array) {
    this.#docstore = new DocstoreCaller(url, { kid: 't', key });
  }

  async stop(): Promise<void> {
    await this.#docstore.stop();
  }

  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    return await this.#docstore.call(route, request);
  }

  /** Changes it; resolves when that is durable. */
  async change(map: MapId, ops: readonly unknown[]): Promise<void> {
    const last = this.#changed.get(map) ?? { counter: 0, seq: 1 };
    const counter = last.counter + 1;
    const change = { client: this.#client, counter, author: AUTHOR, at: 1, ops: must(parseOps(ops)) };
    const body = { base: last.seq, changes: [change] };
    const { seq, outcomes } = await this.call(docstoreRoutes.appendChanges, { params: { map }, body });
    if (outcomes[0]?.kind !== 'kept') throw new Error('the change was refused');
    this.#changed.set(map, { counter, seq });
  }
}

/** One change of words. */
export function retitle(n: number): readonly unknown[] {
  return [{ kind: 'settings', fields: { title: `Number ${n}` } }];
}
