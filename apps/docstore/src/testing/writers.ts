import { Failure, type MapId, parseMapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { NumberedChange } from '@bough/map';
import { platformIds } from '@bough/service';
import { parsed } from '@bough/map/testing';
import type { DocstoreProcess } from './processes/docstore-process.ts';
import { add, ANN, change, clientNamed } from './test-maps.ts';

const PAUSE_MS = 20;

/** Writers that never give up: each sends its next change when the last one was acknowledged, and sends it again when not. */
export class Writers {
  readonly map: MapId;
  /** Number by client and counter, of everything that was acknowledged. */
  readonly acknowledged = new Map<string, number>();
  repeats = 0;
  readonly #counts = new Map<string, number>();
  readonly #docstore: Pick<DocstoreProcess, 'call'>;
  readonly #lanes: Promise<void>[] = [];
  #isStopping = false;

  constructor(docstore: Pick<DocstoreProcess, 'call'>) {
    const map = parseMapId(platformIds.long());
    if (map === null) throw new Error('a long id is a map id');
    this.map = map;
    this.#docstore = docstore;
  }

  /** Makes the document and starts that many writers. */
  async start(count: number): Promise<void> {
    const body = { map: this.map, by: ANN, ops: parsed(add('root', 'root', null)) };
    await this.insist(() => this.#docstore.call(docstoreRoutes.createDocument, { params: {}, body }));
    for (let i = 0; i < count; i++) this.#lanes.push(this.#write(`w${i}`, this.#docstore));
  }

  /** Starts one more, who calls another docstore. */
  join(name: string, docstore: Pick<DocstoreProcess, 'call'>): void {
    this.#lanes.push(this.#write(name, docstore));
  }

  /** Lets every writer finish what it is sending. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  /** How many of one writer's changes were acknowledged. */
  acknowledgedBy(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** All changes as they stand in the log. */
  async read(): Promise<readonly NumberedChange[]> {
    const all: NumberedChange[] = [];
    for (;;) {
      const params = { map: this.map, from: all.length + 1, to: all.length + 4_000 };
      const page = await this.insist(() => this.#docstore.call(docstoreRoutes.readChanges, { params }));
      if (page.changes.length === 0) return all;
      all.push(...page.changes);
    }
  }

  /** What is wrong with the log, by comparison with what was acknowledged; empty when all is well. */
  problems(log: readonly NumberedChange[]): string[] {
    const found: string[] = [];
    const numbers = new Map<string, number>();
    const last = new Map<string, number>();
    for (const [i, each] of log.entries()) {
      const name = `${each.client} ${each.counter}`;
      if (each.seq !== i + 1) found.push(`number ${each.seq} stands at ${i + 1}`);
      if (numbers.has(name)) found.push(`${name} is there twice`);
      if (i > 0 && each.counter !== (last.get(each.client) ?? 0) + 1) found.push(`${name} is out of order`);
      numbers.set(name, each.seq);
      last.set(each.client, each.counter);
    }
    for (const [name, seq] of this.acknowledged) {
      if (numbers.get(name) !== seq) found.push(`${name} was acknowledged as ${seq}, stands at ${numbers.get(name)}`);
    }
    return found;
  }

  async #write(name: string, docstore: Pick<DocstoreProcess, 'call'>): Promise<void> {
    let base = 1;
    for (let counter = 1; !this.#isStopping; counter++) {
      const changes = [change(name, counter, add(`${name}-${counter}`, `${name} ${counter}`))];
      const body = { base, changes };
      const answer = await this.insist(() =>
        docstore.call(docstoreRoutes.appendChanges, { params: { map: this.map }, body }),
      );
      const [outcome] = answer.outcomes;
      const seq = outcome?.kind === 'seen' ? await this.#find(name, counter) : outcome?.kind === 'kept' && outcome.seq;
      if (typeof seq !== 'number') throw new Error(`${name} ${counter} was not kept`);
      this.acknowledged.set(`${clientNamed(name)} ${counter}`, seq);
      this.#counts.set(name, counter);
      base = answer.seq;
    }
  }

  /** What was sent long ago is answered without its number: it is in the log, or was refused. */
  async #find(name: string, counter: number): Promise<number | undefined> {
    const log = await this.read();
    return log.find((each) => each.client === clientNamed(name) && each.counter === counter)?.seq;
  }

  /** Calls until there is an answer. */
  async insist<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (failure) {
        const mayRepeat = failure instanceof Failure && (failure.kind === 'unavailable' || failure.kind === 'conflict');
        if (!mayRepeat) throw failure;
        this.repeats++;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
}
