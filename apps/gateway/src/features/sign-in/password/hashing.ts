import { Worker } from 'node:worker_threads';

// A hash takes a whole core for a tenth of a second, and editing must not notice. So it is made on a thread of its own, not on those
// that read and write files for everybody, and on Linux, where each thread has its own priority, on a low one: it gets what others leave.

export interface HashTask {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

/** A text and no file of its own, so that it is found beside the sources and in a bundle alike. */
const THREAD = `
const { argon2Sync } = require('node:crypto');
const { setPriority } = require('node:os');
const { parentPort } = require('node:worker_threads');
if (process.platform === 'linux') {
  try { setPriority(0, 10); } catch {}
}
parentPort.on('message', (task) => parentPort.postMessage(argon2Sync('argon2id', task)));
`;

/** Threads that hash, as many as there were hashes at once; a thread that has nothing to do keeps no process alive. */
export class Hashing {
  readonly #idle: Worker[] = [];

  /** The argon2id hash. */
  async derive(task: HashTask): Promise<Buffer> {
    const worker = this.#idle.pop() ?? new Worker(THREAD, { eval: true, execArgv: [], env: {}, name: 'hashing' });
    worker.ref();
    const derived = await new Promise<Buffer>((resolve, reject) => {
      const failed = (error: Error): void => reject(error);
      worker.once('error', failed);
      worker.once('message', (hash: Uint8Array) => {
        worker.off('error', failed);
        resolve(Buffer.from(hash));
      });
      // A thread has no origin: the second argument is what changes hands, which is nothing.
      worker.postMessage(task, []);
    });
    worker.unref();
    this.#idle.push(worker);
    return derived;
  }
}
