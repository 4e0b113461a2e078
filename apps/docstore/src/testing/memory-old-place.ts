import type { MapId } from '@bough/base';
import type { OldChange, OldDocument, OldPlace } from '../migration/old-place.ts';

/** An old place in memory; tests write its rows, and spoil them. */
export class MemoryOldPlace implements OldPlace {
  readonly kept: OldDocument[] = [];
  readonly rows = new Map<string, OldChange[]>();
  /** Called before changes behind this number are read. */
  onRead: (name: string, after: number) => void = () => undefined;

  add(document: OldDocument, rows: readonly OldChange[]): void {
    this.kept.push(document);
    this.kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.rows.set(document.name, [...rows]);
  }

  async documents(after: string | null, limit: number): Promise<readonly OldDocument[]> {
    return this.kept.filter(({ name }) => after === null || name > after).slice(0, limit);
  }

  async document(map: MapId): Promise<OldDocument | null> {
    return this.kept.find((each) => each.map === map) ?? null;
  }

  async changes(name: string, after: number, limit: number): Promise<readonly OldChange[]> {
    this.onRead(name, after);
    return (this.rows.get(name) ?? []).filter(({ seq }) => seq > after).slice(0, limit);
  }

  async removeChanges(name: string, upTo: number): Promise<void> {
    this.rows.set(
      name,
      (this.rows.get(name) ?? []).filter(({ seq }) => seq < 1 || seq > upTo),
    );
  }

  async size(): Promise<{ documents: number; changes: number; bytes: null }> {
    const changes = [...this.rows.values()].reduce((sum, rows) => sum + rows.length, 0);
    return { documents: this.kept.length, changes, bytes: null };
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
