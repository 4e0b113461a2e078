import { expect, test } from 'vitest';
import type { MapEvent } from '../ports/open-map.ts';
import { Table } from '../../testing/table.ts';
import { type FaceName, watchFaces } from './watch-faces.ts';

test('[EDIT-51] each face that a map needs is told once, as soon as a letter of it is there', () => {
  const table = new Table('trees\n\tשלום\n\t東京');
  const listeners = new Set<(event: MapEvent) => void>();
  const subscribe = (listener: (event: MapEvent) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const items = new Map(table.map.items);
  const map = { ...table.map, items };
  const needed: FaceName[] = [];
  const end = watchFaces({ map, subscribe }, (script) => needed.push(script));
  expect(needed).toEqual(['hebrew', 'sc']);
  for (const text of ['שלום', 'สวัสดี', 'plain']) {
    const item = items.get(table.named('trees'));
    if (item !== undefined) items.set(item.id, { ...item, text });
    const touched = { items: new Set(item === undefined ? [] : [item.id]), removed: new Set<never>() };
    const none = new Set<never>();
    const rest = { parents: none, links: none, threads: none, messages: none, settings: false };
    for (const listener of listeners) listener({ kind: 'touched', touched: { ...touched, ...rest }, isOwn: true });
    if (item !== undefined) items.set(item.id, item);
  }
  expect(needed).toEqual(['hebrew', 'sc', 'thai']);
  const root = items.get(table.named('trees'));
  if (root !== undefined) items.set(root.id, { ...root, icon: '💡' });
  for (const listener of listeners) {
    listener({ kind: 'facts' });
    expect(needed).toHaveLength(3);
    listener({ kind: 'replaced' });
  }
  expect(needed).toEqual(['hebrew', 'sc', 'thai', 'emoji']);
  end();
  expect(listeners.size).toBe(0);
});
