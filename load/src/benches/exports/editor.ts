import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MapId } from '@bough/base';
import { flagsOf } from '@bough/house/servers';

// Who edits is a process of its own, told what a gateway's Node is told. The files come to another, as they do to somebody else's browser:
// in one process with them, an edit would wait for the memory of twenty files to be collected.

const PROCESS = fileURLToPath(new URL('./editor-process.ts', import.meta.url));
const GATEWAY = fileURLToPath(new URL('../../../../apps/gateway/src/main.ts', import.meta.url));

/** How long one took, and how long of that whose threads waited for a core. */
export interface Edit {
  readonly ms: number;
  readonly docstore: number;
  readonly here: number;
}
/** What map is to be edited, where, and for how long. */
export interface Asked {
  readonly url: string;
  readonly key: string;
  readonly docstorePid: number;
  readonly map: MapId;
  readonly forMs: number;
}

/** Somebody who edits when asked to. */
export class Editor {
  readonly #child: ChildProcess = fork(PROCESS, [], { execArgv: [...flagsOf(GATEWAY)], stdio: 'inherit' });

  async edit(asked: Asked): Promise<readonly Edit[]> {
    const over = new AbortController();
    try {
      const answered = once(this.#child, 'message', over);
      const ended = once(this.#child, 'exit', over);
      this.#child.send(asked);
      const said = await Promise.race([answered, ended.then(() => null)]);
      if (said === null) throw new Error('the process in which somebody edits has ended');
      const [edits] = said as [readonly Edit[]];
      return edits;
    } finally {
      over.abort();
    }
  }

  stop(): void {
    this.#child.kill();
  }
}
