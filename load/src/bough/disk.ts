import { type Dirent, readdirSync, readlinkSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findServer, injectFault } from '@bough/house/servers';

/** What makes files, gives them room or their name. Calls that carry answers to others are not among them. */
const CALLS_FOR_ROOM = 'fallocate,mkdirat,linkat,renameat,renameat2,fsetxattr';
/** An object that was written just now may not be in the other location yet. */
const SETTLED_MS = 3_000;

/** The folder in which a store keeps its data, and the disk below it: full for a while, and bits that turn. */
export class Disk {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Why no disk can be full here; null when it can. */
  static whyNever(): string | null {
    const found = findServer('strace-attach');
    return found.kind === 'missing' ? `no disk is full: ${found.why}` : null;
  }

  /** From when this resolves there is no room for anything new, as the kernel tells a process on a full disk, until the answer is called. */
  async fill(): Promise<() => Promise<void>> {
    const found = findServer('strace-attach');
    if (found.kind === 'missing') throw new Error(found.why);
    const program = await found.start();
    const injected = await Promise.all(
      processesIn(this.#folder).map((pid) => injectFault(program, pid, { calls: CALLS_FOR_ROOM, error: 'ENOSPC' })),
    );
    return async () => {
      await Promise.all(injected.map((one) => one.stop()));
    };
  }

  /**
   * Turns one bit of an object, as a disk that rots does: of a segment or snapshot, chosen by `pick` (0 to 1), that lies in the other
   * disk, too. Answers its name; null: there is none yet, or the store has just removed it.
   */
  async turnBit(other: Disk, pick: number): Promise<string | null> {
    const [mine, theirs] = await Promise.all([this.#objects(), other.#objects()]);
    const both = [...mine.keys()].filter((name) => theirs.has(name)).toSorted();
    const name = both[Math.floor(pick * both.length)];
    const path = name === undefined ? undefined : mine.get(name);
    if (name === undefined || path === undefined) return null;
    const file = await open(path, 'r+').catch((error: unknown) => insteadWhereGone(null, error));
    if (file === null) return null;
    try {
      const { size } = await file.stat();
      const at = Math.floor(pick * size);
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, at);
      byte.writeUInt8(byte.readUInt8() ^ 1);
      await file.write(byte, 0, 1, at);
    } finally {
      await file.close();
    }
    return name;
  }

  /** Segments and snapshots that have been there for a while, by name, with the file or folder that has each. */
  async #objects(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for await (const path of below(this.#folder)) {
      const name = /logs\/[^/]+\/(?:segments|snapshots)\/[^/]+$/.exec(path)?.[0];
      if (name === undefined) continue;
      const facts = await stat(path).catch(() => null);
      if (facts !== null && facts.mtimeMs < Date.now() - SETTLED_MS) found.set(name, path);
    }
    return found;
  }
}

/** Every file and folder in the folder. Of what goes meanwhile, which a store removes, some may be missing; Node's own `recursive` ends there. */
async function* below(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] =>
    insteadWhereGone([], error),
  )) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* below(path);
  }
}

function insteadWhereGone<T>(instead: T, error: unknown): T {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead;
  throw error;
}

/** The processes whose own folder this is. */
function processesIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    });
}
