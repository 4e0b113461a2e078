import { statSync, writeSync } from 'node:fs';
import { FAILED_FLUSH_EXIT } from './failed-flush.ts';

// An open file can be written and flushed long after its folder was removed, moved away, or covered by a mount: the kernel keeps it for
// whoever has it open, and nobody finds it again. Its number of links tells only the first of these, so its path is looked at anew.

/** What stood at a path when it was opened. */
export class Standing {
  readonly #path: string;
  readonly #device: number;
  readonly #inode: number;

  private constructor(path: string, device: number, inode: number) {
    [this.#path, this.#device, this.#inode] = [path, device, inode];
  }

  /** What stands there now; null: nothing does. */
  static tryAt(path: string): Standing | null {
    const there = statSync(path, { throwIfNoEntry: false });
    return there === undefined ? null : new Standing(path, there.dev, there.ino);
  }

  /** Whether the same still stands there. */
  get isThere(): boolean {
    try {
      const there = statSync(this.#path, { throwIfNoEntry: false });
      return there !== undefined && there.dev === this.#device && there.ino === this.#inode;
    } catch {
      // A path that cannot be looked at any more leads nowhere.
      return false;
    }
  }

  /** Where it stood. */
  get path(): string {
    return this.#path;
  }
}

/** Ends the process at once, with one sentence on standard error: what was written to a file that nobody finds again is never confirmed. */
export function endAfterLostPlace(path: string): never {
  const sentence =
    `bough: ${path} is not the file any more that this process has open (it, or a folder above it, was removed, moved, replaced, or ` +
    'covered by a mount), so this process ends and confirms nothing more: put back what was there, then start again.\n';
  try {
    writeSync(2, sentence);
  } catch {
    // Nobody reads standard error: the exit code says it too.
  }
  process.exit(FAILED_FLUSH_EXIT);
}
