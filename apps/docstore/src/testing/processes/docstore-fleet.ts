import type { Route } from '@bough/contracts';
import type { Call } from '@bough/service';
import { Asker, newTokenKey } from '@bough/service/testing';
import { DocstoreProcess } from './docstore-process.ts';

/** Several docstores as processes on the same storage, and a caller that knows them all, as a gateway does. */
export class DocstoreFleet {
  readonly processes: readonly DocstoreProcess[];
  readonly #asker: Asker;

  private constructor(processes: readonly DocstoreProcess[], key: Uint8Array) {
    this.processes = processes;
    this.#asker = new Asker(
      'docstore',
      processes.map((each) => each.url),
      key,
    );
  }

  /** So many, running. */
  static async start(count: number, environment: Readonly<Record<string, string>>): Promise<DocstoreFleet> {
    const key = newTokenKey();
    const processes: DocstoreProcess[] = [];
    for (let i = 0; i < count; i++) processes.push(await DocstoreProcess.make(environment, key));
    await Promise.all(processes.map((each) => each.start()));
    return new DocstoreFleet(processes, key);
  }

  /** Calls a route, as a gateway would. */
  call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    return this.#asker.call(route, request);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#asker.stop(), ...this.processes.map((each) => each.stop())]);
  }
}
