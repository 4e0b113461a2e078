import fc from 'fast-check';
import type { ItemId, LinkId } from '@bough/map';
import { describe, expect, it } from 'vitest';
import {
  IDLE,
  type Gesture,
  nextTool,
  type Pointing,
  type Target,
  type ToolEvent,
  type ToolState,
} from './pointer-tool.ts';

const at = (x: number, y: number, more: Partial<Pointing> = {}): Pointing => ({
  ...{ pointer: 1, atMs: 0, at: { x, y }, isTouch: false, isMiddle: false, shift: false, mod: false, alt: false },
  ...more,
});
const OAK = 'oak' as ItemId;
const ITEM: Target = { kind: 'item', id: OAK };
const PAPER: Target = { kind: 'paper' };
const LINE: Target = { kind: 'line', id: OAK };
const LINK: Target = { kind: 'link', id: 'a-link' as LinkId };
const GRIP: Target = { kind: 'grip', id: OAK, grip: 'width' };
const PLUS: Target = { kind: 'plus', id: OAK };

function run(...events: ToolEvent[]): { readonly state: ToolState; readonly gestures: Gesture[] } {
  let state: ToolState = IDLE;
  const gestures: Gesture[] = [];
  for (const event of events) {
    const step = nextTool(state, event);
    state = step.state;
    gestures.push(...step.gestures);
  }
  return { state, gestures };
}
const down = (pointing: Pointing, target: Target, isSelected = false): ToolEvent => ({
  kind: 'down',
  pointing,
  target,
  isSelected,
});
const move = (pointing: Pointing): ToolEvent => ({ kind: 'move', pointing });
const up = (pointing: Pointing, clicks = 1): ToolEvent => ({ kind: 'up', pointing, clicks });
const kinds = (gestures: readonly Gesture[]): string[] => gestures.map((gesture) => gesture.kind);

describe('pointers', () => {
  it('[EDIT-40] clicks select, edit, select nothing and make roots', () => {
    expect(run(down(at(0, 0), ITEM), up(at(1, 1))).gestures).toEqual([{ kind: 'select', id: OAK, how: 'only' }]);
    expect(run(down(at(0, 0, { mod: true }), ITEM), up(at(0, 0))).gestures).toEqual([
      { kind: 'select', id: OAK, how: 'toggle' },
    ]);
    expect(run(down(at(0, 0), ITEM), up(at(0, 0), 2)).gestures).toEqual([{ kind: 'edit', id: OAK }]);
    expect(kinds(run(down(at(0, 0), PAPER), up(at(0, 0))).gestures)).toEqual(['select-nothing']);
    expect(kinds(run(down(at(0, 0), PAPER), up(at(0, 0), 2)).gestures)).toEqual(['add-root']);
    expect(run(down(at(0, 0), { kind: 'plus', id: OAK }), up(at(0, 0))).gestures).toEqual([
      { kind: 'add-branch', id: OAK, at: null },
    ]);
  });

  it('[EDIT-41] what a moving press means depends on what it holds', () => {
    expect(kinds(run(down(at(0, 0), ITEM), move(at(9, 0)), up(at(20, 0))).gestures)).toEqual([
      'drag-items',
      'drag-items',
    ]);
    expect(run(down(at(0, 0), PAPER), move(at(9, 0))).gestures).toEqual([{ kind: 'pan', dx: 9, dy: 0 }]);
    expect(kinds(run(down(at(0, 0, { shift: true }), PAPER), move(at(9, 0)), up(at(9, 9))).gestures)).toEqual([
      'band',
      'band',
    ]);
    const touch = { isTouch: true };
    expect(kinds(run(down(at(0, 0, touch), ITEM), move(at(20, 0, touch))).gestures)).toEqual(['pan']);
    expect(kinds(run(down(at(0, 0, touch), ITEM, true), move(at(20, 0, touch))).gestures)).toEqual(['drag-items']);
    expect(run(down(at(0, 0), ITEM), move(at(2, 2))).gestures).toEqual([]);
    expect(kinds(run(down(at(0, 0, touch), ITEM), { kind: 'rested' }).gestures)).toEqual(['select', 'menu']);
  });

  it('[EDIT-44] Alt drags the item alone, Shift on the handle inserts before and transplants', () => {
    const alone = run(down(at(0, 0, { alt: true }), ITEM), move(at(9, 0)), up(at(20, 0))).gestures;
    expect(alone.map((gesture) => 'how' in gesture && gesture.how)).toEqual(['alone', 'alone']);
    const shift = { shift: true };
    expect(run(down(at(0, 0, shift), PLUS), up(at(0, 0, shift))).gestures).toEqual([
      { kind: 'insert-parent', id: OAK },
    ]);
    const moved = run(down(at(0, 0, shift), PLUS), move(at(9, 0, shift))).gestures;
    expect(moved.map((gesture) => 'how' in gesture && gesture.how)).toEqual(['transplant']);
    expect(kinds(run(down(at(0, 0), PLUS), move(at(9, 0)), up(at(20, 0))).gestures)).toEqual([
      'drag-branch',
      'add-branch',
    ]);
  });

  it('[EDIT-45] a line shows its colours, is bent by dragging, and straightened by two clicks; so is a link', () => {
    expect(kinds(run(down(at(0, 0), LINE), up(at(0, 0))).gestures)).toEqual(['select', 'colour']);
    expect(kinds(run(down(at(0, 0), LINK), up(at(0, 0))).gestures)).toEqual(['select-link']);
    for (const line of [LINE, LINK]) {
      expect(kinds(run(down(at(0, 0), line), move(at(9, 0)), up(at(9, 0))).gestures)).toEqual(['bend', 'bend']);
      expect(kinds(run(down(at(0, 0), line), up(at(0, 0), 2)).gestures)).toEqual(['straighten']);
    }
    expect(kinds(run(down(at(0, 0), GRIP, true), move(at(9, 0)), up(at(9, 0))).gestures)).toEqual(['resize', 'resize']);
    const mark: Target = { kind: 'note', id: OAK };
    expect(kinds(run(down(at(0, 0), mark), up(at(0, 0))).gestures)).toEqual(['select', 'open']);
  });

  it('[EDIT-42] two fingers pan and zoom about their middle', () => {
    const first = { isTouch: true, pointer: 1 };
    const second = { isTouch: true, pointer: 2 };
    const pinched = run(down(at(0, 0, first), PAPER), down(at(100, 0, second), PAPER), move(at(200, 0, second)));
    expect(pinched.gestures.slice(1)).toEqual([
      { kind: 'pan', dx: 50, dy: 0 },
      { kind: 'zoom', at: { x: 100, y: 0 }, factor: 2 },
    ]);
    expect(nextTool(pinched.state, up(at(200, 0, second))).state).toEqual({
      kind: 'panning',
      pointer: 1,
      at: { x: 0, y: 0 },
    });
  });

  it('[EDIT-41] the middle button pans over anything, and alone does nothing', () => {
    const middle = { isMiddle: true };
    expect(kinds(run(down(at(0, 0, middle), ITEM), move(at(9, 0)), up(at(9, 0))).gestures)).toEqual(['pan']);
    expect(run(down(at(0, 0, middle), ITEM), up(at(0, 0))).gestures).toEqual([]);
  });

  it('[EDIT-42] either finger zooms, and a third one does nothing', () => {
    const finger = (pointer: number) => ({ isTouch: true, pointer });
    const two = [down(at(0, 0, finger(1)), PAPER), down(at(100, 0, finger(2)), PAPER)];
    expect(run(...two, move(at(-100, 0, finger(1)))).gestures.at(-1)).toEqual({
      ...{ kind: 'zoom', at: { x: 0, y: 0 }, factor: 2 },
    });
    expect(kinds(run(...two, move(at(50, 50, finger(3)))).gestures)).toEqual(['forget']);
  });

  it('[EDIT-43] what is called off is forgotten, when there is something', () => {
    expect(kinds(run(down(at(0, 0), ITEM), move(at(9, 0)), { kind: 'cancel' }).gestures)).toEqual([
      'drag-items',
      'forget',
    ]);
    expect(run({ kind: 'cancel' })).toEqual({ state: IDLE, gestures: [] });
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
        const { state, gestures } = run(...events, ...last, ...last);
        expect(state).toEqual(IDLE);
        const open = gestures.findLastIndex((gesture) => 'isDone' in gesture);
        if (open < 0) return;
        const rest = gestures.slice(open);
        expect(rest.some((gesture) => gesture.kind === 'forget' || ('isDone' in gesture && gesture.isDone))).toBe(true);
      }),
    );
  });
});
