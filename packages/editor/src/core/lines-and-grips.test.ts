import { linksAt } from '@bough/map';
import type { Spot } from '@bough/scene';
import { describe, expect, it } from 'vitest';
import { GARDEN, Person } from '../testing/person.ts';
import { toScreen } from './camera/camera.ts';
import { linkRect } from './camera/looking.ts';
import { previewOf } from './pointers/hits.ts';

const PAPER: Spot = { x: 60, y: 60 };

/** Somewhere on the line from the parent to the item. */
const lineTo = (person: Person, text: string): Spot => {
  const { layout, state } = person.session;
  const box = layout.box(person.named(text));
  for (let by = 4; by < 60; by += 2) {
    const at = { x: (box?.entry.x ?? 0) + (box?.side === 'left' ? by : -by), y: box?.entry.y ?? 0 };
    if (layout.hit(at, 4)?.kind === 'line') return toScreen(state.look.camera, at);
  }
  return PAPER;
};

describe('a branch line', () => {
  it('[EDIT-59] shows its colours at a click, bends under a drag in one step of undo, and two clicks straighten it', () => {
    const person = new Person();
    const at = lineTo(person, 'acorn');
    person.click(at);
    expect([person.selected, person.asked]).toEqual([['acorn'], ['colour']]);
    person.select('oak');
    person.drag(at, { x: at.x, y: at.y + 40 });
    const pointsOf = (): number => person.session.map.items.get(person.named('acorn'))?.linePoints?.length ?? 0;
    expect(pointsOf()).toBe(1);
    person.press('Mod+Z');
    expect(pointsOf()).toBe(0);
    person.press('Mod+Shift+Z');
    person.session.dispatch({
      kind: 'gesture',
      gesture: { kind: 'straighten', line: { what: 'line', id: person.named('acorn') } },
    });
    expect(pointsOf()).toBe(0);
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'select', id: person.named('yew'), how: 'only' } });
    expect(person.selected).toEqual(['yew']);
  });

  it('[EDIT-76] is shown under the mouse while it can be pressed', () => {
    const person = new Person();
    const shown = () => previewOf(person.session.state, person.session).line;
    person.point('moved', lineTo(person, 'acorn'));
    expect(shown()?.at).toEqual(person.session.layout.box(person.named('acorn'))?.entry);
    const [middle] = shown()?.bends ?? [];
    expect(middle && person.session.layout.hit(middle, 2)).toEqual({ kind: 'line', id: person.named('acorn') });
    person.session.dispatch({ kind: 'change', ops: [{ kind: 'remove', id: person.named('acorn') }] });
    expect(shown()).toBeNull();
    const reader = new Person(GARDEN, { isReadOnly: true });
    reader.point('moved', lineTo(reader, 'acorn'));
    expect(previewOf(reader.session.state, reader.session).line).toBeNull();
    reader.click(lineTo(reader, 'acorn'));
    expect([reader.selected, reader.asked]).toEqual([['acorn'], []]);
  });

  it('[EDIT-59] bent twice is bent in two steps of undo', () => {
    const person = new Person();
    const id = person.named('acorn');
    const bend = (at: Spot): void => {
      for (const isDone of [false, true])
        person.session.dispatch({
          kind: 'gesture',
          gesture: { kind: 'bend', line: { what: 'line', id }, at, isDone },
        });
    };
    const at = lineTo(person, 'acorn');
    bend({ x: at.x, y: at.y + 40 });
    const once = person.session.map.items.get(id)?.linePoints;
    bend({ x: at.x, y: at.y + 90 });
    expect(person.session.map.items.get(id)?.linePoints).not.toEqual(once);
    person.press('Mod+Z');
    expect(person.session.map.items.get(id)?.linePoints).toEqual(once);
  });

  it('[EDIT-59] forgets the bend that was begun when the hand lets go', () => {
    const person = new Person();
    const at = lineTo(person, 'bark');
    person.drag(at, { x: at.x, y: at.y + 40 }, {}, false);
    expect(person.session.state.hand.bentAt).not.toBeNull();
    person.session.dispatch({ kind: 'let-go' });
    expect(person.session.state.hand.bentAt).toBeNull();
  });
});

describe('a link', () => {
  it('[EDIT-59] ends at the item that is clicked next; it is selected, bent, straightened and removed', () => {
    const person = new Person();
    person.select('oak');
    person.press('Mod+L');
    person.point('moved', { x: 700, y: 500 });
    expect(person.session.state.hand.pointer).toEqual({ x: 700, y: 500 });
    person.click(person.spot('elm'));
    const [link] = linksAt(person.session.map, person.named('oak'));
    if (link === undefined) throw new Error('no link was made');
    const line = { what: 'link', id: link.id } as const;
    const pull = { kind: 'bend', line, at: { x: 500, y: 600 } } as const;
    person.session.dispatch({ kind: 'gesture', gesture: { ...pull, isDone: true } });
    expect(person.session.map.links.get(link.id)?.points).toHaveLength(1);
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'select-link', id: link.id, at: pull.at } });
    person.look();
    expect([person.snapshot.link?.id, person.selected]).toEqual([link.id, []]);
    expect(person.snapshot.linkAt).not.toBeNull();
    person.session.dispatch({ kind: 'set-link', id: link.id, fields: { label: 'near' } });
    person.session.dispatch({ kind: 'gesture', gesture: { kind: 'straighten', line } });
    expect(person.snapshot.link).toMatchObject({ label: 'near', points: [] });
    person.press('Escape');
    expect(person.snapshot.link).toBeNull();
    person.session.dispatch({ kind: 'select-link', id: link.id });
    person.press('Delete');
    expect(person.session.map.links.size).toBe(0);
  });

  it('[EDIT-76] is shown under the mouse with a grip in its middle, and its box fits its curve', () => {
    const person = new Person();
    person.select('oak');
    person.press('Mod+L', 'ArrowDown', 'Enter');
    const [link] = person.session.map.links.values();
    if (link === undefined) throw new Error('no link was made');
    const shape = person.session.layout.link(link.id);
    if (shape === null) throw new Error('the link is seen');
    const on = toScreen(person.session.state.look.camera, shape.middle);
    person.session.dispatch({ kind: 'select-link', id: null });
    person.point('moved', on);
    const shown = () => previewOf(person.session.state, person.session).line;
    expect(shown()).toEqual({ drawn: shape.drawn, at: { x: 0, y: 0 }, bends: [shape.middle] });
    person.click(on);
    person.look();
    expect(person.snapshot.link?.id).toBe(link.id);
    expect(linkRect(person.session.state, person.session)).toEqual(shape.bounds);
    expect(person.snapshot.linkAt).toEqual(on);
    person.drag(on, { x: on.x + 90, y: on.y + 30 });
    person.look();
    const bent = person.session.layout.link(link.id);
    expect(bent?.bounds).not.toEqual(shape.bounds);
    expect(linkRect(person.session.state, person.session)).toEqual(bent?.bounds);
    person.press('Delete');
    expect(shown()).toBeNull();
  });

  it('[EDIT-59] that cannot be is not made; Escape and the paper forget it', () => {
    const person = new Person();
    person.select('oak');
    person.press('Mod+L');
    person.press('Escape');
    expect([person.snapshot.linking, person.selected]).toEqual([null, ['oak']]);
    person.press('Mod+L', 'Enter');
    expect([person.snapshot.linking, person.session.map.links.size, person.said]).toEqual([null, 0, []]);
    person.press('Mod+L');
    person.click(PAPER);
    expect([person.snapshot.linking, person.selected]).toEqual([null, []]);
    expect(person.session.dispatch({ kind: 'run', command: 'link-item' })).toBe(false);
    person.session.dispatch({ kind: 'select-link', id: null });
    expect(person.snapshot.link).toBeNull();
  });

  it('[EDIT-59] is removed by the page', () => {
    const person = new Person();
    person.select('oak');
    person.press('Mod+L', 'ArrowDown', 'Enter');
    const [link] = person.session.map.links.values();
    if (link !== undefined) person.session.dispatch({ kind: 'remove-link', id: link.id });
    expect(person.session.map.links.size).toBe(0);
  });
});

describe('a grip', () => {
  it('[EDIT-59] makes the words of the one selected item wider, outward, in one step of undo', () => {
    const person = new Person(GARDEN.replace('elm', 'a long name of a tree that is an elm'));
    const text = 'a long name of a tree that is an elm';
    person.select(text);
    const [grip] = previewOf(person.session.state, person.session).grips;
    const side = person.session.layout.box(person.named(text))?.side === 'left' ? -1 : 1;
    if (grip === undefined) throw new Error('no grip is shown');
    person.drag(grip, { x: grip.x + side * 60, y: grip.y });
    expect(person.snapshot.focused?.width).toBeGreaterThan(200);
    person.press('Mod+Z');
    expect(person.snapshot.focused?.width).toBeNull();
    person.select(text, 'oak');
    expect(previewOf(person.session.state, person.session).grips).toEqual([]);
  });

  it('[EDIT-59] keeps an image in its form', () => {
    const person = new Person();
    person.select('oak');
    const image = { source: `asset:${'0'.repeat(64)}`, width: 100, height: 50 };
    person.session.dispatch({ kind: 'set-fields', fields: { image } });
    const [grip] = previewOf(person.session.state, person.session).grips;
    if (grip === undefined) throw new Error('no grip is shown');
    const side = person.session.layout.box(person.named('oak'))?.side === 'left' ? -1 : 1;
    person.drag(grip, { x: grip.x + side * 100 * person.snapshot.zoom, y: grip.y });
    expect(person.snapshot.focused?.image).toEqual({ ...image, width: 200, height: 100 });
  });
});
