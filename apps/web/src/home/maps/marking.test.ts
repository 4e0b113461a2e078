import type { MapId } from '@bough/base';
import { expect, it } from 'vitest';
import { allOf, markedIn, NO_MARKS, pressed, toggled, upTo } from './marking.ts';

const list = ['a', 'b', 'c', 'd', 'e'] as unknown as readonly MapId[];
const [a, b, c, d, e] = list as readonly [MapId, MapId, MapId, MapId, MapId];
const PLAIN = { isToggling: false, isExtending: false };
const CTRL = { ...PLAIN, isToggling: true };
const SHIFT = { ...PLAIN, isExtending: true };

it('a plain press opens a map, until something is marked; then it marks', () => {
  expect(pressed(NO_MARKS, a, list, PLAIN)).toBeNull();
  const one = pressed(NO_MARKS, b, list, CTRL);
  expect(one).toEqual({ ids: new Set([b]), from: b });
  expect(pressed(one ?? NO_MARKS, d, list, PLAIN)?.ids).toEqual(new Set([b, d]));
  expect(pressed(one ?? NO_MARKS, b, list, PLAIN)?.ids).toEqual(new Set());
});

it('a press with Shift marks everything between, in either direction, and keeps what was marked', () => {
  const first = toggled(toggled(NO_MARKS, e), c);
  expect(pressed(first, a, list, SHIFT)?.ids).toEqual(new Set([a, b, c, e]));
  expect(upTo(upTo(toggled(NO_MARKS, b), d, list), a, list).ids).toEqual(new Set([a, b, c, d]));
  expect(upTo(NO_MARKS, c, list)).toEqual({ ids: new Set([c]), from: c });
});

it('what has left the list is not marked any more', () => {
  const rest = [e, c].map((id) => ({ id }));
  expect(markedIn(allOf(list), rest)).toEqual(rest);
  expect(markedIn(toggled(NO_MARKS, a), rest)).toEqual([]);
});
