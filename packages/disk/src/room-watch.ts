import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cancel, Clock } from '@bough/base';
import { isNoRoom } from './no-room.ts';

// Room in a place where things are kept. On a disk, nothing new is taken while it is short, so that what has to be written all the same (the log of
// a database, records, mail) still finds some. The free bytes are asked for now and then, which costs microseconds. A spent quota is not seen there,
// nor anything of a place that does not tell what is free: once a write was refused, something as large as writes are is tried, until it can be kept.

const LOOK_MS = 2_000;
const MB = 1024 * 1024;
const TRIED_BYTES = 2 * MB;
/** So much more than the reserve must be free before it is taken as enough again, so that it does not go back and forth. */
const MARGIN_BYTES = 4 * MB;

/** A place whose room can be watched. What throws there says nothing. */
export interface RoomPlace {
  /** How many bytes this process may still write there; Infinity where the place does not tell. */
  readonly freeBytes: () => Promise<number>;
  /** Whether something as large as writes are can be kept there; it is removed again. */
  readonly canKeep: () => Promise<boolean>;
}

export interface RoomPorts {
  readonly clock: Pick<Clock, 'after'>;
  /** Told once each time that there is too little room, or enough again. */
  readonly onChange: (isFull: boolean) => void;
  readonly place: RoomPlace;
}

/** How many bytes this process may still write on the disk of a folder, as the file system says. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The disk of a folder. */
export function roomOnDisk(folder: string): RoomPlace {
  return { freeBytes: () => freeBytesOf(folder), canKeep: () => canKeep(folder) };
}

/** Watches the room in one place, from `start` to `stop`. */
export class RoomWatch {
  readonly #ports: RoomPorts;
  readonly #reserveBytes: number;
  #freeBytes = 0;
  #isShort = false;
  #isRefused = false;
  #told = false;
  #cancel: Cancel = () => undefined;
  #isStopped = false;

  /** So many bytes of it are kept free. */
  constructor(ports: RoomPorts, { reserveBytes }: { readonly reserveBytes: number }) {
    this.#ports = ports;
    this.#reserveBytes = reserveBytes;
  }

  /** Whether nothing new should be written. */
  get isFull(): boolean {
    return this.#isShort || this.#isRefused;
  }

  /** What was free when it was last looked at. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** Resolves when it was looked at for the first time. */
  async start(): Promise<void> {
    await this.#look();
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** A write was refused: the place is full, whatever it says. */
  refused(): void {
    this.#isRefused = true;
    this.#tell();
  }

  #plan(): void {
    this.#cancel = this.#ports.clock.after(LOOK_MS, () => {
      void this.#look().then(() => this.#isStopped || this.#plan());
    });
  }

  async #look(): Promise<void> {
    const [place, reserveBytes] = [this.#ports.place, this.#reserveBytes];
    try {
      this.#freeBytes = await place.freeBytes();
      const needed = reserveBytes === 0 ? 0 : reserveBytes + (this.#isShort ? MARGIN_BYTES : 0);
      this.#isShort = this.#freeBytes < needed;
      if (this.#isRefused && !this.#isShort) this.#isRefused = !(await place.canKeep());
    } catch {
      // A place that cannot be asked is told by whatever is written there next.
    }
    this.#tell();
  }

  #tell(): void {
    if (this.#told === this.isFull || this.#isStopped) return;
    this.#told = this.isFull;
    this.#ports.onChange(this.isFull);
  }
}

/** Whether a file of some size finds room; it is removed again. */
async function canKeep(folder: string): Promise<boolean> {
  const path = join(folder, '.room');
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(new Uint8Array(TRIED_BYTES));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    return false;
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
