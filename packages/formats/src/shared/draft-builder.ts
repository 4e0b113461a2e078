import type { Settings } from '@bough/map';
import type { Draft, DraftItem, DraftLink, MissingImage } from './draft.ts';

/** A draft being read. Keys that a file uses twice, or not at all, are made unique here. */
export class DraftBuilder {
  readonly items: DraftItem[] = [];
  readonly links: DraftLink[] = [];
  readonly files = new Map<string, Uint8Array>();
  readonly missing: MissingImage[] = [];
  settings: Partial<Settings> = {};
  readonly #keys = new Set<string>();

  /** Whether an item of this key is there already. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Puts an item behind all others and answers its key: the one it wants, when that is free. */
  add(level: number, wanted: string | undefined, fields: DraftItem['fields']): string {
    let key = wanted ?? '';
    for (let n = this.items.length; key === '' || this.#keys.has(key); n++) key = `${wanted ?? ''}#${n}`;
    this.#keys.add(key);
    this.items.push({ level, key, fields });
    return key;
  }

  /** Replaces the fields of the item that was added last. */
  amend(fields: DraftItem['fields']): void {
    const last = this.items.pop();
    if (last !== undefined) this.items.push({ level: last.level, key: last.key, fields });
  }

  link(from: string, to: string, more: Partial<Omit<DraftLink, 'from' | 'to'>> = {}): void {
    this.links.push({ from, to, label: '', colour: null, arrow: 'none', points: [], ...more });
  }

  draft(): Draft {
    const { settings, items, links, files, missing } = this;
    return { settings, items, links, files, ...(missing.length === 0 ? {} : { missing }) };
  }
}
