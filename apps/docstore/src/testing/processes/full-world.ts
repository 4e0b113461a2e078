import { type MapId, parseMapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { parsed } from '@bough/map/testing';
import { platformIds } from '@bough/service';
import { add, ANN, change } from '../test-maps.ts';
import { DocstoreProcess } from './docstore-process.ts';

type Environment = Readonly<Record<string, string>>;

/** What new changes are refused with where there is no room. */
export const FULL = { kind: 'unavailable', code: 'docstore/full' };
/** What `/ready` says then. */
export const FULL_NOTE = 'first location: there is no room left: read-only until there is';

/** A docstore as a process, whose storage may be full, with one map that writer `w` draws. */
export class FullWorld {
  docstore: DocstoreProcess;
  readonly map: MapId = newMap();
  readonly #environment: Environment;

  private constructor(environment: Environment, docstore: DocstoreProcess) {
    this.#environment = environment;
    this.docstore = docstore;
  }

  /** A docstore with a map of three changes. */
  static async start(environment: Environment): Promise<FullWorld> {
    const world = new FullWorld(environment, await DocstoreProcess.make(environment));
    await world.docstore.start();
    await world.create(world.map);
    await world.append(1);
    await world.append(2);
    return world;
  }

  /** Ends it and starts it again, with these settings changed. */
  async startAnew(changed: Environment = {}): Promise<void> {
    await this.docstore.stop();
    this.docstore = await DocstoreProcess.make({ ...this.#environment, ...changed });
    await this.docstore.start();
  }

  create(map: MapId = newMap()): Promise<unknown> {
    const body = { map, by: ANN, ops: parsed(add('root', 'root', null)) };
    return this.docstore.call(docstoreRoutes.createDocument, { params: {}, body });
  }

  /** Sends the writer's change of that number; throws unless it is kept under the number that follows. */
  async append(counter: number): Promise<void> {
    const body = { base: 1, changes: [change('w', counter, add(`w-${counter}`, `words ${counter}`))] };
    const { outcomes } = await this.docstore.call(docstoreRoutes.appendChanges, { params: { map: this.map }, body });
    const [outcome] = outcomes;
    if (outcome?.kind === 'kept' && outcome.seq === counter + 1) return;
    throw new Error(`change ${counter} was answered with ${JSON.stringify(outcomes)}`);
  }

  async counters(): Promise<readonly number[]> {
    const { changes } = await this.docstore.call(docstoreRoutes.readChanges, {
      params: { map: this.map, from: 1, to: 9 },
    });
    return changes.map((each) => each.counter);
  }

  async ready(): Promise<{ readonly status: number; readonly notes: readonly string[] }> {
    const answer = await fetch(`${this.docstore.url}/ready`);
    const { notes } = (await answer.json()) as { notes: string[] };
    return { status: answer.status, notes };
  }
}

function newMap(): MapId {
  const map = parseMapId(platformIds.long());
  if (map === null) throw new Error('a long id is a map id');
  return map;
}
