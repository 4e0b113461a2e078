import { dirname, join, resolve } from 'node:path';
import { FileImage } from './file-image.ts';
import type { Call } from './strace-calls.ts';

// A folder as a recorded process has changed it, with what a power cut could undo: for each file the bytes that were flushed and
// the writes since; for each folder the names that were flushed and the names since. What a flush promises is what POSIX says of it:
// of a file, what had been written to it when the flush began; of a folder, the names that had been changed in it. Flushing a file does
// not keep its name, and flushing a name keeps no bytes. A rename takes the old name away only where the new one is kept.

/** A write to a file, or a new length, that no flush has covered. */
export interface PendingWrite {
  readonly at: number;
  /** null: the file was made this long. */
  readonly bytes: Buffer | null;
  readonly endedAt: number;
}

/** A name that was given, or taken away (null), and that no flush has covered. */
export interface PendingName {
  readonly name: string;
  readonly to: Node | null;
  readonly endedAt: number;
  /** The new name, where this takes the old one away. */
  readonly newName: PendingName | null;
  /** Whether a flush has covered it since. */
  isFlushed: boolean;
}

export interface FileNode {
  readonly kind: 'file';
  readonly id: number;
  readonly flushed: FileImage;
  /** How often something has become part of `flushed`. */
  version: number;
  pending: readonly PendingWrite[];
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly id: number;
  readonly flushed: Map<string, Node>;
  /** As the process sees it. */
  readonly names: Map<string, Node>;
  pending: readonly PendingName[];
}

export type Node = FileNode | FolderNode;

interface OpenFile {
  readonly node: Node;
  at: number;
  readonly isAppending: boolean;
}

/** Shared memory of SQLite, made anew from the log by whoever opens it first; it is written without calls. */
const UNRECORDED = /-shm$/;
const CHANGES_NOTHING = /^(?:execve|clone3?|v?fork)$/;

/** Follows the calls of all recorded processes, in the order in which they ended. */
export class RecordedDisk {
  readonly root: FolderNode;
  readonly #path: string;
  readonly #open = new Map<string, OpenFile>();
  /** By the new name of a file, the one that it has left for that. */
  readonly #leaving = new Map<PendingName, { readonly folder: FolderNode; readonly name: string }>();
  #made = 0;

  /** A disk whose folder `path` holds these files, all flushed; keys are paths below it, with null for a folder. */
  constructor(path: string, holds: ReadonlyMap<string, Uint8Array | null> = new Map()) {
    this.#path = resolve(path);
    this.root = this.#newFolder();
    for (const [below, bytes] of [...holds].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const { folder, name } = this.#place(join(this.#path, below));
      const node = bytes === null ? this.#newFolder() : this.#newFile(bytes);
      folder.flushed.set(name, node);
      folder.names.set(name, node);
    }
  }

  /** Does what the call did; answers whether it was about this disk. */
  follow(call: Call): boolean {
    switch (call.name) {
      case 'open':
      case 'creat':
      case 'openat':
        return this.#opened(call);
      case 'close':
        return this.#open.delete(this.#handle(call));
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'pwritev':
      case 'pwritev2':
        return this.#written(call);
      case 'ftruncate':
        return this.#truncated(call);
      case 'fsync':
      case 'fdatasync':
        return this.#synced(call);
      case 'rename':
      case 'renameat':
      case 'renameat2':
        return this.#renamed(call);
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        return this.#removed(call);
      case 'mkdir':
      case 'mkdirat':
        return this.#madeFolder(call);
      default:
        return this.#other(call);
    }
  }

  #opened(call: Call): boolean {
    const path = call.bytes[0]?.toString() ?? '';
    if (!this.#isBelow(path) || UNRECORDED.test(path)) return false;
    const flags = call.args.find((each) => each.startsWith('O_')) ?? '';
    let node = this.#find(path);
    const isNew = node === null;
    // Read by somebody while it was just being put there: nothing is done to it by this.
    if (node === null && !flags.includes('O_CREAT') && call.name !== 'creat') return false;
    if (node === null) {
      node = this.#newFile();
      this.#name(path, node, call.endedAt);
    } else if (flags.includes('O_TRUNC') && node.kind === 'file') {
      node.pending = [...node.pending, { at: 0, bytes: null, endedAt: call.endedAt }];
    }
    this.#open.set(`${call.process} ${call.result}`, { node, at: 0, isAppending: flags.includes('O_APPEND') });
    return isNew || flags.includes('O_TRUNC');
  }

  #written(call: Call): boolean {
    const open = this.#open.get(this.#handle(call));
    if (open === undefined || open.node.kind === 'folder') return false;
    const bytes = Buffer.concat(call.bytes).subarray(0, call.result);
    const isPlaced = call.name.startsWith('p');
    const at = isPlaced ? Number(call.args.at(-1)) : open.isAppending ? sizeOf(open.node) : open.at;
    if (!isPlaced) open.at = at + bytes.length;
    open.node.pending = [...open.node.pending, { at, bytes, endedAt: call.endedAt }];
    return true;
  }

  #truncated(call: Call): boolean {
    const open = this.#open.get(this.#handle(call));
    if (open === undefined || open.node.kind === 'folder') return false;
    const at = Number(call.args[1]);
    open.node.pending = [...open.node.pending, { at, bytes: null, endedAt: call.endedAt }];
    return true;
  }

  #synced(call: Call): boolean {
    const node = this.#open.get(this.#handle(call))?.node;
    if (node === undefined) return false;
    if (node.kind === 'file') {
      for (const write of node.pending) if (write.endedAt < call.begunAt) doWrite(node.flushed, write);
      node.pending = node.pending.filter((write) => write.endedAt >= call.begunAt);
      node.version++;
    } else {
      for (const change of node.pending) {
        if (change.endedAt >= call.begunAt) continue;
        doName(node.flushed, change);
        change.isFlushed = true;
        this.#forgetAside(change);
      }
      node.pending = node.pending.filter((change) => change.endedAt >= call.begunAt);
    }
    return true;
  }

  /**
   * A name that was made and left again, of a file whose new name is safe, is forgotten: no folder of files aside is ever flushed, and
   * what it could still hold grows without end.
   */
  #forgetAside(change: PendingName): void {
    const left = this.#leaving.get(change);
    if (left === undefined || left.folder.flushed.has(left.name)) return;
    this.#leaving.delete(change);
    left.folder.pending = left.folder.pending.filter(
      (each) => each.name !== left.name || (each.to !== change.to && each.newName !== change),
    );
  }

  #renamed(call: Call): boolean {
    const [from = '', to = ''] = call.bytes.map(String);
    if (!this.#isBelow(from) && !this.#isBelow(to)) return false;
    const node = this.#find(from);
    if (node === null) throw new Error(`${from} is renamed, but is not there: the trace is not in order`);
    const newName = this.#name(to, node, call.endedAt);
    this.#unname(from, call.endedAt, newName);
    this.#leaving.set(newName, this.#place(resolve(from)));
    return true;
  }

  #removed(call: Call): boolean {
    const path = call.bytes.map(String)[0] ?? '';
    if (!this.#isBelow(path) || UNRECORDED.test(path)) return false;
    this.#unname(path, call.endedAt, null);
    return true;
  }

  #madeFolder(call: Call): boolean {
    const path = call.bytes.map(String)[0] ?? '';
    if (!this.#isBelow(path)) return false;
    this.#name(path, this.#newFolder(), call.endedAt);
    return true;
  }

  /** What is not modelled must not happen on this disk: a proof that does not see it would be none. */
  #other(call: Call): boolean {
    if (CHANGES_NOTHING.test(call.name)) return false;
    const isOnFile = this.#open.has(this.#handle(call));
    const isOnPath = call.args[0] === '""' && call.bytes.some((each) => this.#isBelow(each.toString()));
    if (isOnFile || isOnPath) throw new Error(`${call.name} is not known to the disk of the power cuts`);
    return false;
  }

  #handle(call: Call): string {
    return `${call.process} ${call.args[0] ?? ''}`;
  }

  #isBelow(path: string): boolean {
    return path === this.#path || path.startsWith(`${this.#path}/`);
  }

  #find(path: string): Node | null {
    let node: Node = this.root;
    for (const name of resolve(path).slice(this.#path.length).split('/').filter(Boolean)) {
      const next: Node | undefined = node.kind === 'folder' ? node.names.get(name) : undefined;
      if (next === undefined) return null;
      node = next;
    }
    return node;
  }

  #place(path: string): { readonly folder: FolderNode; readonly name: string } {
    const folder = this.#find(dirname(path));
    if (folder?.kind !== 'folder') throw new Error(`${dirname(path)} is no folder: the trace is not in order`);
    return { folder, name: path.slice(dirname(path).length + 1) };
  }

  #name(path: string, to: Node, endedAt: number): PendingName {
    const { folder, name } = this.#place(resolve(path));
    const change: PendingName = { name, to, endedAt, newName: null, isFlushed: false };
    folder.names.set(name, to);
    folder.pending = [...folder.pending, change];
    return change;
  }

  #unname(path: string, endedAt: number, newName: PendingName | null): void {
    const { folder, name } = this.#place(resolve(path));
    folder.names.delete(name);
    folder.pending = [...folder.pending, { name, to: null, endedAt, newName, isFlushed: false }];
  }

  #newFolder(): FolderNode {
    return { kind: 'folder', id: this.#made++, flushed: new Map(), names: new Map(), pending: [] };
  }

  #newFile(bytes: Uint8Array = new Uint8Array()): FileNode {
    return { kind: 'file', id: this.#made++, flushed: new FileImage(bytes), version: 0, pending: [] };
  }
}

/** The write, done. */
export function doWrite(image: FileImage, write: PendingWrite): void {
  if (write.bytes === null) image.resize(write.at);
  else image.write(write.at, write.bytes);
}

function doName(names: Map<string, Node>, change: PendingName): void {
  if (change.to === null) names.delete(change.name);
  else names.set(change.name, change.to);
}

/** How long the file is as its process sees it. */
function sizeOf(node: FileNode): number {
  return node.pending.reduce((size, write) => sizeAfter(size, write), node.flushed.size);
}

/** How long a file of that size is after the write. */
export function sizeAfter(size: number, write: PendingWrite): number {
  return write.bytes === null ? write.at : Math.max(size, write.at + write.bytes.length);
}
