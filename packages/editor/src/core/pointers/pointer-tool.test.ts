import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE, type Intent, next, type Pointing, type Target, type ToolEvent, type ToolState } from './pointer-tool.ts';

const at = (x: number, y: number, more: Partial<Pointing> = {}): Pointing => ({
  ...{ pointer: 1, at: { x, y }, isTouch: false, isMiddle: false, shift: false, mod: false, alt: false },
  ...more,
});
const ITEM: Target = { kind: 'item', id: 'oak' };
const PAPER: Target = { kind: 'paper' };
const LINE: Target = { kind: 'line', id: 'oak' };
const LINK: Target = { kind: 'link', id: 'a-link' };
const GRIP: Target = { kind: 'grip', id: 'oak', grip: 'width' };
const PLUS: Target = { kind: 'plus', id: 'oak' };

function run(...events: ToolEvent[]): { readonly state: ToolState; readonly intents: Intent[] } {
  let state: ToolState = IDLE;
  const intents: Intent[] = [];
  for (const event of events) {
    const step = next(state, event);
    state = step.state;
    intents.push(...step.intents);
  }
  return { state, intents };
}
const down = (pointing: Pointing, target: Target, isSelected = false): ToolEvent => ({
  kind: 'down',
  pointing,
  target,
  isSelected,
});
const move = (pointing: Pointing): ToolEvent => ({ kind: 'move', pointing });
const up = (pointing: Pointing, clicks = 1): ToolEvent => ({ kind: 'up', pointing, clicks });
const kinds = (intents: readonly Intent[]): string[] => intents.map((intent) => intent.kind);

describe('pointers', () => {
  it('[EDIT-40] clicks select, edit, select nothing and make roots', () => {
    expect(run(down(at(0, 0), ITEM), up(at(1, 1))).intents).toEqual([{ kind: 'select', id: 'oak', how: 'only' }]);
    expect(run(down(at(0, 0, { mod: true }), ITEM), up(at(0, 0))).intents).toEqual([
      { kind: 'select', id: 'oak', how: 'toggle' },
    ]);
    expect(run(down(at(0, 0), ITEM), up(at(0, 0), 2)).intents).toEqual([{ kind: 'edit', id: 'oak' }]);
    expect(kinds(run(down(at(0, 0), PAPER), up(at(0, 0))).intents)).toEqual(['select-nothing']);
    expect(kinds(run(down(at(0, 0), PAPER), up(at(0, 0), 2)).intents)).toEqual(['add-root']);
    expect(run(down(at(0, 0), { kind: 'plus', id: 'oak' }), up(at(0, 0))).intents).toEqual([
      { kind: 'add-branch', id: 'oak', at: null },
    ]);
  });

  it('[EDIT-41] what a moving press means depends on what it holds', () => {
    expect(kinds(run(down(at(0, 0), ITEM), move(at(9, 0)), up(at(20, 0))).intents)).toEqual([
      'drag-items',
      'drag-items',
    ]);
    expect(run(down(at(0, 0), PAPER), move(at(9, 0))).intents).toEqual([{ kind: 'pan', dx: 9, dy: 0 }]);
    expect(kinds(run(down(at(0, 0, { shift: true }), PAPER), move(at(9, 0)), up(at(9, 9))).intents)).toEqual([
      'band',
      'band',
    ]);
    const touch = { isTouch: true };
    expect(kinds(run(down(at(0, 0, touch), ITEM), move(at(20, 0, touch))).intents)).toEqual(['pan']);
    expect(kinds(run(down(at(0, 0, touch), ITEM, true), move(at(20, 0, touch))).intents)).toEqual(['drag-items']);
    expect(run(down(at(0, 0), ITEM), move(at(2, 2))).intents).toEqual([]);
    expect(kinds(run(down(at(0, 0, touch), ITEM), { kind: 'rested' }).intents)).toEqual(['select', 'menu']);
  });

  it('[EDIT-44] Alt drags the item alone, Shift on the handle inserts before and transplants', () => {
    const alone = run(down(at(0, 0, { alt: true }), ITEM), move(at(9, 0)), up(at(20, 0))).intents;
    expect(alone.map((intent) => 'how' in intent && intent.how)).toEqual(['alone', 'alone']);
    const shift = { shift: true };
    expect(run(down(at(0, 0, shift), PLUS), up(at(0, 0, shift))).intents).toEqual([
      { kind: 'insert-parent', id: 'oak' },
    ]);
    const moved = run(down(at(0, 0, shift), PLUS), move(at(9, 0, shift))).intents;
    expect(moved.map((intent) => 'how' in intent && intent.how)).toEqual(['transplant']);
    expect(kinds(run(down(at(0, 0), PLUS), move(at(9, 0)), up(at(20, 0))).intents)).toEqual([
      'drag-branch',
      'add-branch',
    ]);
  });

  it('[EDIT-45] a line shows its colours, is bent by dragging, and straightened by two clicks; so is a link', () => {
    expect(kinds(run(down(at(0, 0), LINE), up(at(0, 0))).intents)).toEqual(['select', 'colour']);
    expect(kinds(run(down(at(0, 0), LINK), up(at(0, 0))).intents)).toEqual(['select-link']);
    for (const line of [LINE, LINK]) {
      expect(kinds(run(down(at(0, 0), line), move(at(9, 0)), up(at(9, 0))).intents)).toEqual(['bend', 'bend']);
      expect(kinds(run(down(at(0, 0), line), up(at(0, 0), 2)).intents)).toEqual(['straighten']);
    }
    expect(kinds(run(down(at(0, 0), GRIP, true), move(at(9, 0)), up(at(9, 0))).intents)).toEqual(['resize', 'resize']);
    const mark: Target = { kind: 'note', id: 'oak' };
    expect(kinds(run(down(at(0, 0), mark), up(at(0, 0))).intents)).toEqual(['select', 'open']);
  });

  it('[EDIT-42] two fingers pan and zoom about their middle', () => {
    const first = { isTouch: true, pointer: 1 };
    const second = { isTouch: true, pointer: 2 };
    const pinched = run(down(at(0, 0, first), PAPER), down(at(100, 0, second), PAPER), move(at(200, 0, second)));
    expect(pinched.intents.slice(1)).toEqual([
      { kind: 'pan', dx: 50, dy: 0 },
      { kind: 'zoom', at: { x: 100, y: 0 }, factor: 2 },
    ]);
    expect(next(pinched.state, up(at(200, 0, second))).state).toEqual({
      kind: 'panning',
      pointer: 1,
      at: { x: 0, y: 0 },
    });
  });

  it('[EDIT-43] when all pointers are up the machine is idle, and every drag has ended', () => {
    const pointing = fc
      .record({
        pointer: fc.constantFrom(1, 2),
        x: fc.nat(50),
        y: fc.nat(50),
        isTouch: fc.boolean(),
        shift: fc.boolean(),
      })
      .map(({ x, y, ...more }) => at(x, y, more));
    const event: fc.Arbitrary<ToolEvent> = fc.oneof(
      fc.record({
        kind: fc.constant('down' as const),
        pointing,
        target: fc.constantFrom(ITEM, PAPER, LINE, LINK, GRIP, PLUS),
        isSelected: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('move' as const), pointing }),
      fc.record({ kind: fc.constant('up' as const), pointing, clicks: fc.constantFrom(1, 2) }),
      fc.constant({ kind: 'rested' as const }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const last = [up(at(0, 0, { pointer: 1 })), up(at(0, 0, { pointer: 2 }))];
        const { state, intents } = run(...events, ...last, ...last);
        expect(state).toEqual(IDLE);
        const open = intents.findLastIndex((intent) => 'isDone' in intent);
        if (open < 0) return;
        const rest = intents.slice(open);
        expect(rest.some((intent) => intent.kind === 'forget' || ('isDone' in intent && intent.isDone))).toBe(true);
      }),
    );
  });
});
