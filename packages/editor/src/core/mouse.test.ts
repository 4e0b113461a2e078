import type { Spot } from '@bough/scene';
import { describe, expect, it } from 'vitest';
import { GARDEN, Person } from '../testing/person.ts';
import { rectToScreen, toScreen } from './camera/camera.ts';
import { previewOf } from './pointers/hits.ts';

const PAPER: Spot = { x: 60, y: 60 };
const touch = { isTouch: true };

/** A person whose mouse is over the item, and where its + handle is then. */
function hovering(text: string): { readonly person: Person; readonly plus: Spot } {
  const person = new Person();
  person.point('moved', person.spot(text));
  const { handle } = previewOf(person.session.state, person.session);
  return { person, plus: handle ?? PAPER };
}
const boxOf = (person: Person, text: string): { x: number; y: number; width: number; height: number } => {
  const box = person.session.layout.box(person.named(text));
  return rectToScreen(person.session.state.look.camera, box ?? { x: 0, y: 0, width: 0, height: 0 });
};
describe('a click', () => {
  it('[EDIT-59] selects, with Ctrl it adds, twice it edits, on the paper it selects nothing', () => {
    const person = new Person();
    person.click(person.spot('oak'));
    expect(person.selected).toEqual(['oak']);
    person.click(person.spot('ash'), { mod: true });
    expect(person.selected).toEqual(['oak', 'ash']);
    person.click(person.spot('ash'), { mod: true });
    expect(person.selected).toEqual(['oak']);
    person.doubleClick(person.spot('elm'));
    expect(person.session.state.editing).toBe(person.named('elm'));
    expect(person.box).toEqual({ value: 'elm', caret: { start: 3, end: 3 }, isComposing: false });
    person.click(PAPER);
    expect([person.selected, person.session.state.editing]).toEqual([[], null]);
  });

  it('[EDIT-59] twice is what the hand did twice within a moment, however late that is heard of', () => {
    const person = new Person();
    const click = (atMs: number, heardAfterMs: number): void => {
      person.clock.advance(heardAfterMs);
      person.point('pressed', person.spot('elm'), { atMs });
      person.point('released', person.spot('elm'), { atMs: atMs + 40 });
    };
    click(2_000, 0);
    click(2_500, 10);
    expect(person.session.state.editing).toBe(null);
    click(2_700, 900);
    expect(person.session.state.editing).toBe(person.named('elm'));
  });

  it('[EDIT-59] twice on the paper makes a root that stands there', () => {
    const person = new Person();
    person.doubleClick(PAPER);
    person.type('moss');
    person.press('Escape');
    expect(person.outline).toBe(`${GARDEN}\nmoss`);
    expect(Math.abs(person.spot('moss').x - PAPER.x)).toBeLessThan(80);
  });

  it('[EDIT-59] with the keys of Coggle edits, for who may write', () => {
    const person = new Person(GARDEN, { preset: 'coggle' });
    person.click(person.spot('oak'));
    expect(person.session.state.editing).toBe(person.named('oak'));
    const reader = new Person(GARDEN, { preset: 'coggle', isReadOnly: true });
    reader.click(reader.spot('oak'));
    reader.doubleClick(reader.spot('oak'));
    expect([reader.selected, reader.session.state.editing]).toEqual([['oak'], null]);
  });

  it('[EDIT-59] ends an edit, and an empty item that was just made goes', () => {
    const person = new Person();
    person.select('oak');
    person.press('Tab');
    expect(person.session.map.items.size).toBe(8);
    person.click(person.spot('elm'));
    expect([person.outline, person.selected]).toEqual([GARDEN, ['elm']]);
  });

  it('[EDIT-59] the right button selects what is there, and opens the menu', () => {
    const person = new Person();
    person.session.dispatch({ kind: 'menu-asked', at: person.spot('ash') });
    expect([person.selected, person.snapshot.menu]).toEqual([['ash'], person.spot('ash')]);
    person.session.dispatch({ kind: 'close-menu' });
    person.select('oak', 'ash');
    person.session.dispatch({ kind: 'menu-asked', at: person.spot('ash') });
    expect(person.selected).toEqual(['oak', 'ash']);
    person.session.dispatch({ kind: 'menu-asked', at: PAPER });
    expect(person.snapshot.menu).toEqual(PAPER);
  });

  it('[EDIT-59] on marks beside the words opens them', () => {
    const person = new Person();
    person.select('oak');
    const fields = { checkbox: 'open', note: 'old', href: `item:${person.named('elm')}` } as const;
    person.session.dispatch({ kind: 'set-fields', fields });
    const hits = marksOf(person, 'oak');
    for (const kind of ['checkbox', 'note'] as const) person.click(hits.get(kind) ?? PAPER);
    expect(person.session.map.items.get(person.named('oak'))?.checkbox).toBe('done');
    expect(person.asked).toEqual(['note']);
    person.click(hits.get('href') ?? PAPER);
    expect(person.selected).toEqual(['elm']);
    person.select('ash');
    person.session.dispatch({ kind: 'set-fields', fields: { href: 'https://trees.org/' } });
    person.click(marksOf(person, 'ash').get('href') ?? PAPER);
    expect(person.told('open')).toEqual([{ kind: 'open', href: 'https://trees.org/' }]);
    person.select('elm');
    person.session.dispatch({ kind: 'set-fields', fields: { href: 'item:nobodynobody' } });
    person.click(marksOf(person, 'elm').get('href') ?? PAPER);
    expect(person.selected).toEqual(['elm']);
  });

  it('[EDIT-59] on the number of what is folded unfolds it', () => {
    const person = new Person();
    person.select('oak');
    person.press('Space');
    person.click(marksOf(person, 'oak').get('fold') ?? PAPER);
    expect(person.session.map.items.get(person.named('oak'))?.isFolded).toBe(false);
  });

  it('[EDIT-59] on comments and icons asks the page for them', () => {
    const person = new Person();
    person.session.dispatch({ kind: 'comment', item: person.named('oak'), text: 'tall', thread: null });
    const [thread] = person.session.map.threads.values();
    expect(thread?.comments.map((comment) => comment.text)).toEqual(['tall']);
    person.click(marksOf(person, 'oak').get('comments') ?? PAPER);
    person.select('oak');
    person.session.dispatch({ kind: 'set-fields', fields: { icon: '🌳' } });
    person.click(marksOf(person, 'oak').get('icon') ?? PAPER);
    expect(person.asked).toEqual(['comment', 'icon']);
    const [said] = thread?.comments ?? [];
    if (thread !== undefined && said !== undefined)
      person.session.dispatch({ kind: 'edit-comment', thread: thread.id, id: said.id, text: 'very tall' });
    expect([...person.session.map.threads.values()].map((each) => each.comments[0]?.text)).toEqual(['very tall']);
    if (thread !== undefined) person.session.dispatch({ kind: 'resolve', thread: thread.id, isResolved: true });
    expect(person.session.map.threads.get(thread?.id ?? ('' as never))?.isResolved).toBe(true);
  });
});

/** Where the marks beside an item's words are hit, by kind. */
function marksOf(person: Person, text: string): ReadonlyMap<string, Spot> {
  const { layout, state } = person.session;
  const id = person.named(text);
  const box = layout.box(id);
  const found = new Map<string, Spot>();
  if (box === null) return found;
  for (let x = box.x - 60; x < box.x + box.width + 60; x += 2) {
    for (let y = box.y - 10; y < box.y + box.height + 10; y += 2) {
      const hit = layout.hit({ x, y }, 0);
      if (hit?.id === id && !found.has(hit.kind))
        found.set(hit.kind, toScreen(state.look.camera, { x: x + 1, y: y + 1 }));
    }
  }
  return found;
}

describe('a drag', () => {
  it('[EDIT-59] onto an item makes the branch its child; the place where it will land is shown before', () => {
    const person = new Person();
    person.drag(person.spot('elm'), person.spot('oak'), {}, false);
    const preview = previewOf(person.session.state, person.session);
    expect([preview.isDragging, preview.drop?.parent]).toEqual([true, person.named('oak')]);
    expect(preview.dragged.get(person.named('elm'))?.alpha).toBe(0.6);
    expect(person.outline).toBe(GARDEN);
    person.point('released', person.spot('oak'));
    expect(person.session.map.items.get(person.named('elm'))?.parent).toBe(person.named('oak'));
    expect(person.selected).toEqual(['elm']);
    expect(previewOf(person.session.state, person.session).isDragging).toBe(false);
  });

  it('[EDIT-59] to the end of an item, where its branches leave it, makes the branch one of these', () => {
    const person = new Person();
    const [oak, acorn] = [boxOf(person, 'oak'), boxOf(person, 'acorn')];
    const isRight = acorn.x > oak.x;
    const end = { x: isRight ? oak.x + oak.width + 4 : oak.x - 4, y: oak.y + oak.height / 2 };
    person.drag(person.spot('elm'), end, {}, false);
    expect(previewOf(person.session.state, person.session).drop?.parent).toBe(person.named('oak'));
    person.point('released', end);
    expect(person.outline).toBe('trees\n\toak\n\t\tacorn\n\t\telm\n\t\tbark\n\tash\n\tyew');
  });

  it('[EDIT-59] to an empty place leaves it there by hand; a press that hardly moves is a click', () => {
    const person = new Person();
    const from = person.spot('ash');
    person.drag(from, { x: from.x + 300, y: from.y + 250 });
    expect(person.session.map.items.get(person.named('ash'))?.offset).not.toBeNull();
    person.drag(person.spot('yew'), { x: person.spot('yew').x + 2, y: person.spot('yew').y });
    expect(person.session.map.items.get(person.named('yew'))?.offset).toBeNull();
    expect(person.selected).toEqual(['yew']);
  });

  it('[EDIT-59] takes all that is selected along, each branch once', () => {
    const person = new Person();
    person.select('oak', 'acorn', 'ash');
    const from = person.spot('ash');
    person.drag(from, { x: from.x + 250, y: from.y + 260 }, {}, false);
    const { drag } = person.session.state.hand;
    expect([...(drag?.anchors.keys() ?? [])]).toEqual([person.named('oak'), person.named('ash')]);
    person.point('released', { x: from.x + 250, y: from.y + 260 });
    expect(person.selected).toEqual(['oak', 'acorn', 'ash']);
  });

  it('[EDIT-59] with Alt takes the item without its branches: they stay, or take its place', () => {
    const person = new Person();
    const alt = { alt: true };
    const before = person.spot('acorn');
    const from = person.spot('oak');
    person.drag(from, { x: from.x + 40, y: from.y + 300 }, alt);
    person.look();
    expect(Math.abs(person.spot('acorn').x - before.x) + Math.abs(person.spot('acorn').y - before.y)).toBeLessThan(4);
    const other = new Person();
    other.drag(other.spot('oak'), other.spot('yew'), alt, false);
    expect(previewOf(other.session.state, other.session).dragged.get(other.named('acorn'))?.alpha).toBeCloseTo(1 / 0.6);
    other.point('released', other.spot('yew'), alt);
    expect(other.session.map.items.get(other.named('acorn'))?.parent).toBe(other.named('trees'));
  });

  it('[EDIT-59] what others change does not take it, and Escape forgets it', () => {
    const person = new Person();
    person.select('ash');
    person.drag(person.spot('ash'), { x: 300, y: 650 }, {}, false);
    expect(person.session.dispatch({ kind: 'let-go' })).toBe(true);
    expect(person.session.state.hand.drag).toBeNull();
    expect([person.outline, person.selected]).toEqual([GARDEN, ['ash']]);
    expect(person.session.dispatch({ kind: 'let-go' })).toBe(false);
    expect(person.told('repaint').length).toBeGreaterThan(0);
  });

  it('[EDIT-59] does nothing for who may only look', () => {
    const person = new Person(GARDEN, { isReadOnly: true });
    person.drag(person.spot('ash'), person.spot('oak'));
    expect(person.outline).toBe(GARDEN);
    expect(person.drop(PAPER, { text: 'moss' })).toBe(false);
    person.point('moved', person.spot('oak'));
    expect(person.session.state.hand.hovered).toBeNull();
  });

  it('[EDIT-59] with Shift on the paper selects what the rectangle touches, and more than before', () => {
    const person = new Person();
    person.select('trees');
    const [from, end] = [boxOf(person, 'acorn'), boxOf(person, 'bark')];
    const start = { x: from.x - 8, y: from.y - 8 };
    person.drag(start, { x: end.x + end.width + 8, y: end.y + end.height + 8 }, { shift: true }, false);
    expect(previewOf(person.session.state, person.session).band?.width).toBeGreaterThan(10);
    person.point('released', { x: end.x + end.width + 8, y: end.y + end.height + 8 }, { shift: true });
    expect(person.selected).toEqual(['trees', 'acorn', 'bark']);
    expect(person.session.state.hand.band).toBeNull();
  });
});

describe('the + of an item', () => {
  it('[EDIT-59] is shown while the mouse is on the item or near, and adds a branch on a click', () => {
    const { person, plus } = hovering('ash');
    person.point('moved', plus);
    expect(person.session.state.hand.hovered?.id).toBe(person.named('ash'));
    person.click(plus);
    person.type('key');
    person.press('Escape');
    expect(person.outline).toBe(GARDEN.replace('\tash', '\tash\n\t\tkey'));
    person.point('moved', PAPER);
    expect(person.session.state.hand.hovered).toBeNull();
    person.point('moved', person.spot('oak'));
    person.session.dispatch({ kind: 'left' });
    expect(person.session.state.hand.hovered).toBeNull();
  });

  it('[EDIT-59] of a root adds on the side where it is; dragged, where it is let go', () => {
    const { person, plus } = hovering('trees');
    expect(person.session.state.hand.hovered?.side).toBe(1);
    person.click(plus);
    expect(person.snapshot.focused?.side).toBe('right');
    const other = new Person();
    const box = boxOf(other, 'trees');
    other.point('moved', { x: box.x + 4, y: box.y + box.height / 2 });
    expect(other.session.state.hand.hovered?.side).toBe(-1);
    const handle = previewOf(other.session.state, other.session).handle ?? PAPER;
    other.drag(handle, { x: handle.x - 120, y: handle.y + 260 }, {}, false);
    expect(previewOf(other.session.state, other.session).drop?.parent).toBe(other.named('trees'));
    other.point('released', { x: handle.x - 120, y: handle.y + 260 });
    expect([other.snapshot.focused?.side, other.snapshot.focused?.offset === null]).toEqual(['left', false]);
    other.press('Escape');
    expect(other.outline).toBe(GARDEN);
    expect(other.selected).toEqual(['trees']);
    const across = hovering('trees');
    across.person.drag(across.plus, { x: across.plus.x - 500, y: across.plus.y + 260 });
    expect(across.person.snapshot.focused?.side).toBe('left');
  });

  it('[EDIT-59] with Shift inserts a parent, and dragged gives the branch a new one', () => {
    const shift = { shift: true };
    const { person, plus } = hovering('ash');
    person.click(plus, shift);
    person.type('old');
    person.press('Escape');
    expect(person.outline).toBe(GARDEN.replace('\tash', '\told\n\t\tash'));
    const other = hovering('elm');
    other.person.drag(other.plus, other.person.spot('oak'), shift);
    expect(other.person.session.map.items.get(other.person.named('elm'))?.parent).toBe(other.person.named('oak'));
  });
});

describe('looking elsewhere', () => {
  const camera = (person: Person): { x: number; y: number; scale: number } => person.session.state.look.camera;

  it('[EDIT-59] by wheel and drag on the paper; with Ctrl the wheel zooms where the mouse is', () => {
    const person = new Person();
    const before = camera(person);
    person.session.dispatch({ kind: 'wheel', at: PAPER, dx: 0, dy: 30, isZoom: false });
    expect(camera(person).y - before.y).toBeCloseTo(30 / before.scale);
    person.session.dispatch({ kind: 'wheel', at: PAPER, dx: 0, dy: -100, isZoom: true });
    expect(camera(person).scale).toBeGreaterThan(before.scale);
    const start = camera(person);
    person.drag(PAPER, { x: PAPER.x + 100, y: PAPER.y });
    expect(camera(person).x).toBeLessThan(start.x);
    expect(person.session.state.look.flight).not.toBeNull();
    const still = new Person(GARDEN, { reducedMotion: true });
    still.drag(PAPER, { x: PAPER.x + 100, y: PAPER.y });
    expect(still.session.state.look.flight).toBeNull();
  });

  it('[EDIT-59] fingers: a tap selects, a drag looks elsewhere, two pinch, a long press opens the menu', () => {
    const person = new Person();
    const before = camera(person);
    person.drag(person.spot('oak'), { x: 300, y: 300 }, touch);
    expect(camera(person)).not.toEqual(before);
    expect(person.selected).toEqual([]);
    person.look();
    person.click(person.spot('oak'), touch);
    expect(person.selected).toEqual(['oak']);
    const { scale } = camera(person);
    person.point('pressed', { x: 400, y: 60 }, touch);
    person.point('pressed', { x: 500, y: 60 }, { ...touch, pointer: 2 });
    person.point('moved', { x: 600, y: 60 }, { ...touch, pointer: 2 });
    person.point('released', { x: 600, y: 60 }, { ...touch, pointer: 2 });
    person.point('released', { x: 400, y: 60 }, touch);
    expect(camera(person).scale).toBeCloseTo(scale * 2);
    person.session.dispatch({ kind: 'run', command: 'fit' });
    person.look();
    person.point('pressed', person.spot('ash'), touch);
    person.clock.advance(600);
    expect([person.selected, person.snapshot.menu]).toEqual([['ash'], person.spot('ash')]);
    person.point('released', person.spot('ash'), touch);
    expect(person.selected).toEqual(['ash']);
  });

  it('[EDIT-59] a press that ended is no long press, whatever comes after it', () => {
    const person = new Person();
    person.click(person.spot('oak'), touch);
    person.clock.advance(450);
    person.point('pressed', person.spot('ash'), touch);
    person.clock.advance(100);
    expect(person.snapshot.menu).toBeNull();
  });
});
