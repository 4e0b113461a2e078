import { placeOf } from './picture/place-of.ts';
import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { newItemId, type Op, Orders } from '@bough/map';
import { NOBODY_HERE } from '@bough/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_IDS } from '../commands/table.ts';
import { GARDEN, Person, SETTINGS } from '../testing/person.ts';
import { Table } from '../testing/table.ts';
import { EditorSession } from './editor-session.ts';
import type { Intent } from './intent.ts';
import { next } from './next.ts';
import type { MapEvent, OpenMap } from './ports/open-map.ts';
import type { State } from './state.ts';

describe('a map that is opened', () => {
  it('[EDIT-64] waits in its empty root for the first words', () => {
    const person = new Person('');
    expect(person.session.state.editing).toBe(person.named(''));
    person.type('moss');
    expect(person.outline).toBe('moss');
    person.press('Escape');
    expect(person.session.map.items.size).toBe(1);
  });

  it('[EDIT-64] is left as it is when it has words, or when nothing may be changed', () => {
    expect(new Person().session.state.editing).toBeNull();
    expect(new Person('moss').session.state.editing).toBeNull();
    expect(new Person('', { isReadOnly: true }).session.state.editing).toBeNull();
  });

  it('[EDIT-64] has what was typed and pasted while it was on its way', () => {
    const opens = (meanwhile: (person: Person) => void, then = ''): string => {
      const person = new Person('', { isReadOnly: true });
      person.byOther({ kind: 'remove', id: person.named('') });
      person.session.settings = { ...SETTINGS };
      meanwhile(person);
      person.session.changed();
      const order = new Orders(seededRandom(4)).between(null, null);
      person.byOther({
        kind: 'add',
        id: newItemId(makeIds(person.clock, seededRandom(3))),
        parent: null,
        order,
        fields: {},
      });
      person.type(then);
      person.press('Escape');
      return person.outline;
    };
    const paste = (person: Person, text: string) =>
      person.session.dispatch({ kind: 'pasted', what: { branches: '', html: '', text, addresses: '', files: [] } });
    expect(opens((person) => person.type('moss o'), 'n')).toBe('moss on');
    expect(opens((person) => person.compose('も', 'もす'), '!')).toBe('もす!');
    expect(opens((person) => expect(paste(person, 'herbs\n\tsage')).toBe(true))).toBe('herbs\n\tsage');
    const typedThenPasted = opens((person) => {
      person.type('moss');
      person.press('Escape');
      expect(paste(person, 'herbs\n\tsage')).toBe(true);
    });
    expect(typedThenPasted).toBe('moss\n\therbs\n\t\tsage');
    const branches = opens((person) => {
      person.type('moss');
      person.press('Tab');
      person.type('soft');
      person.press('Enter', 'Enter');
      person.type('gre');
    }, 'en');
    expect(branches).toBe('moss\n\tsoft\n\tgreen');
    // One line is words: the browser puts it into the box.
    expect(opens((person) => expect(paste(person, 'herbs')).toBe(false))).toBe('');
  });

  it('[EDIT-64] gets what was to be planted, an outline or changes, once', () => {
    const person = new Person('', { isReadOnly: true });
    person.session.dispatch({ kind: 'plant', what: 'herbs\n\tsage\n\tmint' });
    person.session.settings = { ...SETTINGS };
    person.session.changed();
    person.session.changed();
    expect([person.outline, person.selected]).toEqual(['herbs\n\tsage\n\tmint', ['herbs']]);
    const other = new Person('', { isReadOnly: true });
    const ids = makeIds(other.clock, seededRandom(3));
    const order = new Orders(seededRandom(4)).between(null, null);
    const add: Op = { kind: 'add', id: newItemId(ids), parent: null, order, fields: { text: 'herbs' } };
    other.session.dispatch({ kind: 'plant', what: [[add]] });
    other.session.settings = { ...SETTINGS };
    other.session.changed();
    expect(other.outline).toBe('herbs');
  });
});

describe('a map that others change too', () => {
  it('[EDIT-62] loses what is gone from the selection, and what was edited', () => {
    const person = new Person();
    person.select('oak', 'acorn');
    person.press('Mod+.');
    person.byOther({ kind: 'remove', id: person.named('oak') });
    expect([person.selected, person.snapshot.focusOn]).toEqual([[], null]);
    person.select('ash');
    person.press('F2');
    person.byOther({ kind: 'remove', id: person.named('ash') });
    expect([person.session.state.editing, person.box.value]).toEqual([null, '']);
  });

  it('[EDIT-62] says once in a while how many items others changed', () => {
    const person = new Person();
    for (const text of ['oak', 'ash']) {
      person.byOther({ kind: 'set', id: person.named(text), fields: { note: 'old' } });
    }
    expect(person.said).toEqual([]);
    person.clock.advance(3000);
    expect(person.said).toEqual([' changed 2']);
    person.clock.advance(9000);
    expect(person.said).toHaveLength(1);
    // Letter by letter it is one item still.
    for (const at of [0, 1, 2]) {
      person.byOther({ kind: 'splice', id: person.named('oak'), field: 'note', at, remove: 0, insert: 'x' });
    }
    person.clock.advance(3000);
    expect(person.said).toEqual([' changed 2', ' changed 1']);
  });

  it('[EDIT-62] never moves what is edited: the camera goes along, on its way too', () => {
    const person = new Person();
    person.select('ash');
    person.press('F2');
    person.session.dispatch({ kind: 'run', command: 'zoom-in' });
    const seen = person.spot('ash');
    const oak = person.named('oak');
    const goal = person.session.state.look.flight?.to.y ?? 0;
    person.byOther({ kind: 'set', id: oak, fields: { text: 'oak\nand\nits\nmany\nnames' } });
    expect(person.spot('ash').y).toBeCloseTo(seen.y);
    expect(person.session.state.look.flight?.to.y).not.toBe(goal);
    person.look();
    const rested = person.spot('ash');
    person.byOther({ kind: 'set', id: oak, fields: { note: 'old' } });
    person.byOther({ kind: 'remove', id: person.named('bark') });
    expect(person.spot('ash')).toEqual(rested);
  });

  it('[EDIT-62] is told where the mouse is, what is selected and what is edited', () => {
    const person = new Person();
    person.select('oak');
    person.press('F2');
    person.point('moved', { x: 640, y: 400 });
    const { camera } = person.session.state.look;
    const pointer = { x: 640 / camera.scale + camera.x, y: 400 / camera.scale + camera.y };
    const item = person.shared.at(-1)?.cursor?.item ?? null;
    const from = placeOf(item, person.session) ?? { x: NaN, y: NaN };
    const [x, y] = [expect.closeTo(pointer.x - from.x, 0), expect.closeTo(pointer.y - from.y, 0)];
    expect(item).not.toBeNull();
    expect(person.shared.at(-1)).toEqual({
      ...NOBODY_HERE,
      cursor: { item, x, y },
      selection: [person.named('oak')],
      editing: person.named('oak'),
    });
    person.session.dispatch({ kind: 'left' });
    expect(person.shared.at(-1)?.cursor).toBeNull();
  });

  it('[EDIT-62] is another one when it was replaced: everything is painted anew', () => {
    const person = new Person();
    person.session.dispatch({ kind: 'map-replaced' });
    expect(person.told('repaint')).toHaveLength(1);
    const herbs = new Table('herbs\n\tsage');
    let tell: (event: MapEvent) => void = () => undefined;
    let { map } = person.session;
    const open: OpenMap = {
      ...person.session.open,
      get map() {
        return map;
      },
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
    };
    const ports = { clock: person.clock, random: seededRandom(5), ids: person.session.ids };
    const session = new EditorSession({ ...ports, open }, SETTINGS, () => undefined);
    map = herbs.map;
    tell({ kind: 'replaced' });
    expect(session.layout.itemsIn(session.layout.bounds())).toHaveLength(2);
    expect([session.layout.box(person.named('elm')), session.version]).toEqual([null, 1]);
  });
});

describe('a step', () => {
  const huge = (person: Person): Op => ({
    kind: 'splice',
    id: person.named('ash'),
    field: 'text',
    at: 0,
    remove: 0,
    insert: 'x'.repeat(2_000_000),
  });

  it('[EDIT-60] that the map refuses did not happen', () => {
    const person = new Person();
    person.select('oak');
    const before = person.session.state;
    expect(person.session.dispatch({ kind: 'change', ops: [huge(person)] })).toBe(false);
    expect([person.session.state, person.outline]).toEqual([before, GARDEN]);
    const text = 'x'.repeat(2_000_000);
    expect(person.session.dispatch({ kind: 'plan', command: 'add-child', text, isKey: true })).toBe(false);
    expect([person.session.state, person.outline]).toEqual([before, GARDEN]);
  });

  it('[EDIT-60] of many changes is made in parts, and undone as one', () => {
    const person = new Person();
    const lines = Array.from({ length: 2500 }, (_, i) => `leaf ${i}`).join('\n');
    person.select('oak');
    expect(person.session.dispatch({ kind: 'pasted-text', text: lines, isOne: false })).toBe(true);
    expect(person.session.map.items.size).toBe(2507);
    person.press('Mod+Z');
    expect(person.outline).toBe(GARDEN);
  });

  it('[EDIT-60] ends the edit of an empty item also when the map keeps it', () => {
    const person = new Person();
    person.select('oak');
    person.press('Tab');
    person.session.open.close();
    person.press('Escape');
    expect(person.session.state.editing).toBeNull();
  });
});

describe('the editor without a page', () => {
  it('[EDIT-60] does what needs no page, and neither looks nor asks', () => {
    const person = new Person();
    person.session.surface = null;
    person.session.dispatch({ kind: 'select', ids: [person.named('oak')] });
    const { look } = person.session.state;
    for (const command of ['zoom-in', 'fit', 'copy-markdown', 'help'] as const) {
      expect(person.session.dispatch({ kind: 'run', command }), command).toBe(false);
    }
    person.session.dispatch({ kind: 'find-back' });
    person.session.dispatch({ kind: 'look-at', spot: { x: 500, y: 500 } });
    person.session.dispatch({ kind: 'bring-in', press: person.session.state.hand.presses });
    expect(person.session.state.look).toBe(look);
    expect(person.session.dispatch({ kind: 'run', command: 'focus-branch' })).toBe(true);
    expect(person.session.dispatch({ kind: 'run', command: 'duplicate' })).toBe(true);
    expect(person.snapshot.focusedRect).toBeNull();
    expect(person.session.imageAddress('asset:1')).toBeNull();
  });
});

describe('next', () => {
  const spot = fc.record({ x: fc.integer({ min: 0, max: 1280 }), y: fc.integer({ min: 0, max: 800 }) });
  const pointing = fc.record({
    at: spot,
    pointer: fc.constantFrom(1, 2),
    atMs: fc.nat(10_000),
    isTouch: fc.boolean(),
    isMiddle: fc.constant(false),
    shift: fc.boolean(),
    mod: fc.boolean(),
    alt: fc.boolean(),
  });
  const item = fc.nat(20);
  const kinds = fc.constantFrom('pressed' as const, 'moved' as const, 'released' as const);
  type Said =
    | Intent
    | { readonly kind: 'pick'; readonly at: number }
    | { readonly kind: 'letters'; readonly text: string };
  const said: fc.Arbitrary<Said> = fc.oneof(
    fc.record({ kind: fc.constant('run' as const), command: fc.constantFrom(...COMMAND_IDS) }),
    fc.record({ kind: kinds, pointing }),
    fc.record({ kind: fc.constant('pick' as const), at: item }),
    fc.record({ kind: fc.constant('letters' as const), text: fc.constantFrom('a', 'oak', ':x') }),
    fc.record({ kind: fc.constant('find' as const), query: fc.constantFrom('a', 'zz', null) }),
    fc.record({ kind: fc.constant('menu-asked' as const), at: spot }),
    fc.constantFrom<Intent>({ kind: 'let-go' }, { kind: 'left' }, { kind: 'blurred' }, { kind: 'end-present' }),
  );

  it('[EDIT-60] changes nothing that it is given, and what is selected or edited is always in the map', () => {
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), (all) => {
        const person = new Person();
        const { session } = person;
        for (const one of all) {
          const before = session.state;
          const copy = written(before);
          if (one.kind === 'pick') {
            const ids = [...session.map.items.keys()];
            session.dispatch({ kind: 'select', ids: ids.slice(one.at, one.at + 2) });
          } else if (one.kind === 'letters') person.type(one.text);
          else {
            next(before, one, session);
            session.dispatch(one);
          }
          expect(written(before)).toBe(copy);
          const { selection, editing } = session.state;
          for (const id of selection.ids) expect(session.map.items.has(id)).toBe(true);
          if (editing !== null) expect(selection.focus).toBe(editing);
          if (editing !== null) expect(person.box.value).toBe(session.map.items.get(editing)?.text);
        }
      }),
      { numRuns: 40 },
    );
  });

  function written(state: State): string {
    return JSON.stringify(state, (_key, value: unknown) =>
      value instanceof Set || value instanceof Map ? [...value] : value,
    );
  }
});
