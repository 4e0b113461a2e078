import type { HitTag, Spot } from '@bough/scene';
import { unreachable } from '@bough/base';

// What pointers mean, as one state machine. The shell says what is under a pointer and does what the intents say; the machine
// knows neither map nor camera. All places are CSS pixels from the canvas' top left.

/** What lies under a pointer: something of the scene, the + handle of the hovered item, or the paper. */
export type Target = HitTag | { readonly kind: 'plus'; readonly id: string } | { readonly kind: 'paper' };

/** Where a pointer is and what is held with it. */
export interface Pointing {
  readonly pointer: number;
  readonly at: Spot;
  readonly isTouch: boolean;
  readonly isMiddle: boolean;
  /** Shift, Ctrl or Command. */
  readonly shift: boolean;
  readonly mod: boolean;
}

export type ToolEvent =
  | { readonly kind: 'down'; readonly pointing: Pointing; readonly target: Target; readonly isSelected: boolean }
  | { readonly kind: 'move'; readonly pointing: Pointing }
  | { readonly kind: 'up'; readonly pointing: Pointing; readonly clicks: number }
  /** The pointer has rested where it went down for half a second. */
  | { readonly kind: 'rested' }
  | { readonly kind: 'cancel' };

export type ToolState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'pressed';
      readonly from: Pointing;
      readonly target: Target;
      readonly isSelected: boolean;
    }
  | { readonly kind: 'panning'; readonly pointer: number; readonly at: Spot }
  | { readonly kind: 'dragging'; readonly pointer: number; readonly id: string; readonly from: Spot }
  | { readonly kind: 'branching'; readonly pointer: number; readonly id: string }
  | { readonly kind: 'banding'; readonly pointer: number; readonly from: Spot; readonly adds: boolean }
  | { readonly kind: 'pinching'; readonly first: Held; readonly second: Held };

interface Held {
  readonly pointer: number;
  readonly at: Spot;
}

export type Intent =
  | { readonly kind: 'select'; readonly id: string; readonly how: 'only' | 'toggle' }
  | { readonly kind: 'select-nothing' }
  | { readonly kind: 'open'; readonly target: HitTag }
  | { readonly kind: 'edit'; readonly id: string }
  | { readonly kind: 'add-root'; readonly at: Spot }
  | { readonly kind: 'add-branch'; readonly id: string; readonly at: Spot | null }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom'; readonly at: Spot; readonly factor: number }
  | { readonly kind: 'drag-items'; readonly id: string; readonly from: Spot; readonly at: Spot }
  | { readonly kind: 'drop-items'; readonly id: string; readonly from: Spot; readonly at: Spot }
  | { readonly kind: 'drag-branch'; readonly id: string; readonly at: Spot }
  | { readonly kind: 'band'; readonly from: Spot; readonly to: Spot; readonly adds: boolean; readonly isDone: boolean }
  | { readonly kind: 'menu'; readonly at: Spot }
  /** A gesture was given up: forget its preview. */
  | { readonly kind: 'forget' };

export interface Step {
  readonly state: ToolState;
  readonly intents: readonly Intent[];
}

/** No pointer is down. */
export const IDLE: ToolState = { kind: 'idle' };

/** A press that moved further than this is a drag. */
const SLACK = { mouse: 4, touch: 10 } as const;

/** What the event makes of the state, and what is to be done. */
export function next(state: ToolState, event: ToolEvent): Step {
  switch (event.kind) {
    case 'down':
      return down(state, event);
    case 'move':
      return move(state, event.pointing);
    case 'up':
      return up(state, event.pointing, event.clicks);
    case 'rested':
      if (state.kind !== 'pressed' || !state.from.isTouch) return stay(state);
      return {
        state: IDLE,
        intents: [...selecting(state.target, state.isSelected), { kind: 'menu', at: state.from.at }],
      };
    case 'cancel':
      return { state: IDLE, intents: state.kind === 'idle' ? [] : [{ kind: 'forget' }] };
    default:
      return unreachable(event);
  }
}

function down(state: ToolState, event: ToolEvent & { readonly kind: 'down' }): Step {
  const { pointing, target, isSelected } = event;
  const held = heldIn(state);
  if (held !== null && pointing.isTouch && held.pointer !== pointing.pointer) {
    return { state: { kind: 'pinching', first: held, second: pointing }, intents: [{ kind: 'forget' }] };
  }
  if (state.kind !== 'idle') return stay(state);
  return { state: { kind: 'pressed', from: pointing, target, isSelected }, intents: [] };
}

function move(state: ToolState, pointing: Pointing): Step {
  const { pointer, at } = pointing;
  if (state.kind === 'idle') return stay(state);
  if (state.kind === 'pinching') return pinch(state, pointing);
  if (state.kind === 'pressed') {
    if (pointer !== state.from.pointer) return stay(state);
    const slack = pointing.isTouch ? SLACK.touch : SLACK.mouse;
    if (Math.hypot(at.x - state.from.at.x, at.y - state.from.at.y) < slack) return stay(state);
    const begun = begin(state);
    const moved = move(begun, pointing);
    return moved;
  }
  if (pointer !== state.pointer) return stay(state);
  switch (state.kind) {
    case 'panning':
      return {
        state: { ...state, at },
        intents: [{ kind: 'pan', dx: at.x - state.at.x, dy: at.y - state.at.y }],
      };
    case 'dragging':
      return { state, intents: [{ kind: 'drag-items', id: state.id, from: state.from, at }] };
    case 'branching':
      return { state, intents: [{ kind: 'drag-branch', id: state.id, at }] };
    case 'banding':
      return { state, intents: [{ kind: 'band', from: state.from, to: at, adds: state.adds, isDone: false }] };
    default:
      return unreachable(state);
  }
}

/** A press that moved: fingers pan unless they hold what is selected, Shift on the paper draws a rectangle. */
function begin(state: ToolState & { readonly kind: 'pressed' }): Exclude<ToolState, { kind: 'pressed' }> {
  const { from, target } = state;
  const panning = { kind: 'panning', pointer: from.pointer, at: from.at } as const;
  if (from.isMiddle) return panning;
  if (target.kind === 'plus') return { kind: 'branching', pointer: from.pointer, id: target.id };
  if (target.kind === 'paper' || target.kind === 'line' || target.kind === 'link') {
    if (!from.shift && !from.mod) return panning;
    return { kind: 'banding', pointer: from.pointer, from: from.at, adds: true };
  }
  if (from.isTouch && !state.isSelected) return panning;
  return { kind: 'dragging', pointer: from.pointer, id: target.id, from: from.at };
}

function up(state: ToolState, pointing: Pointing, clicks: number): Step {
  if (state.kind === 'idle') return stay(state);
  if (state.kind === 'pinching') {
    const left = state.first.pointer === pointing.pointer ? state.second : state.first;
    return { state: { kind: 'panning', pointer: left.pointer, at: left.at }, intents: [] };
  }
  const pointer = state.kind === 'pressed' ? state.from.pointer : state.pointer;
  if (pointer !== pointing.pointer) return stay(state);
  const { at } = pointing;
  switch (state.kind) {
    case 'pressed':
      return { state: IDLE, intents: state.from.isMiddle ? [] : clicked(state, clicks) };
    case 'panning':
      return { state: IDLE, intents: [] };
    case 'dragging':
      return { state: IDLE, intents: [{ kind: 'drop-items', id: state.id, from: state.from, at }] };
    case 'branching':
      return { state: IDLE, intents: [{ kind: 'add-branch', id: state.id, at }] };
    case 'banding':
      return {
        state: IDLE,
        intents: [{ kind: 'band', from: state.from, to: at, adds: state.adds, isDone: true }],
      };
    default:
      return unreachable(state);
  }
}

function clicked(state: ToolState & { readonly kind: 'pressed' }, clicks: number): Intent[] {
  const { target, from } = state;
  if (target.kind === 'paper') {
    return clicks === 2 ? [{ kind: 'add-root', at: from.at }] : [{ kind: 'select-nothing' }];
  }
  if (target.kind === 'plus') return [{ kind: 'add-branch', id: target.id, at: null }];
  if (target.kind === 'fold' || target.kind === 'checkbox') return [{ kind: 'open', target }];
  if (clicks === 2 && target.kind !== 'line' && target.kind !== 'link') return [{ kind: 'edit', id: target.id }];
  if (target.kind === 'href' && !from.shift && !from.mod) {
    return [
      { kind: 'select', id: target.id, how: 'only' },
      { kind: 'open', target },
    ];
  }
  const how = from.shift || from.mod ? 'toggle' : 'only';
  return [{ kind: 'select', id: target.id, how }];
}

function selecting(target: Target, isSelected: boolean): Intent[] {
  return target.kind === 'paper' || isSelected ? [] : [{ kind: 'select', id: target.id, how: 'only' }];
}

function pinch(state: ToolState & { readonly kind: 'pinching' }, pointing: Pointing): Step {
  const isFirst = state.first.pointer === pointing.pointer;
  if (!isFirst && state.second.pointer !== pointing.pointer) return stay(state);
  const moved: Held = { pointer: pointing.pointer, at: pointing.at };
  const after = isFirst ? { ...state, first: moved } : { ...state, second: moved };
  const was = middle(state.first.at, state.second.at);
  const is = middle(after.first.at, after.second.at);
  const before = Math.max(1, apart(state.first.at, state.second.at));
  return {
    state: after,
    intents: [
      { kind: 'pan', dx: is.x - was.x, dy: is.y - was.y },
      { kind: 'zoom', at: is, factor: Math.max(1, apart(after.first.at, after.second.at)) / before },
    ],
  };
}

function heldIn(state: ToolState): Held | null {
  switch (state.kind) {
    case 'pressed':
      return state.from.isTouch ? { pointer: state.from.pointer, at: state.from.at } : null;
    case 'panning':
      return { pointer: state.pointer, at: state.at };
    default:
      return null;
  }
}

function stay(state: ToolState): Step {
  return { state, intents: [] };
}

function middle(a: Spot, b: Spot): Spot {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
