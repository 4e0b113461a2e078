import { unreachable } from '@bough/base';
import type { Hit } from '@bough/layout';
import type { ItemId, LinkId } from '@bough/map';
import type { Spot } from '@bough/scene';

// What pointers mean, as one state machine. The core says what is under a pointer and does what the gestures say; the machine
// knows neither map nor camera. All places are CSS pixels from the canvas' top left.

/** What lies under a pointer: something of the scene, the + handle of the hovered item, a grip of the selected one, or the paper. */
export type Target =
  | Hit
  | { readonly kind: 'plus'; readonly id: ItemId }
  | { readonly kind: 'grip'; readonly id: ItemId; readonly grip: Grip }
  | { readonly kind: 'paper' };

/** What stands on an item. */
export type ItemHit = Exclude<Hit, { readonly kind: 'link' }>;

/** What is bent: the branch line to an item, or a link. */
export type Line = { readonly what: 'line'; readonly id: ItemId } | { readonly what: 'link'; readonly id: LinkId };

/** What a grip makes wider: the words' room, or the image. */
export type Grip = 'width' | 'image';

/** What a drag takes along: the branch, the item without its branches (Alt), or the branch to a new parent wherever it is dropped. */
export type DragHow = 'branch' | 'alone' | 'transplant';

/** Where a pointer is and what is held with it. */
export interface Pointing {
  readonly pointer: number;
  /** When the hand did it: the page may hear of it later. */
  readonly atMs: number;
  readonly at: Spot;
  readonly isTouch: boolean;
  readonly isMiddle: boolean;
  /** Shift, Ctrl or Command. */
  readonly shift: boolean;
  readonly mod: boolean;
  readonly alt: boolean;
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
  | {
      readonly kind: 'dragging';
      readonly pointer: number;
      readonly id: ItemId;
      readonly from: Spot;
      readonly how: DragHow;
    }
  | { readonly kind: 'bending'; readonly pointer: number; readonly line: Line }
  | {
      readonly kind: 'resizing';
      readonly pointer: number;
      readonly id: ItemId;
      readonly grip: Grip;
      readonly from: Spot;
    }
  | { readonly kind: 'branching'; readonly pointer: number; readonly id: ItemId }
  | { readonly kind: 'banding'; readonly pointer: number; readonly from: Spot; readonly adds: boolean }
  | { readonly kind: 'pinching'; readonly first: Held; readonly second: Held };

interface Held {
  readonly pointer: number;
  readonly at: Spot;
}

export type Gesture =
  | { readonly kind: 'select'; readonly id: ItemId; readonly how: 'only' | 'toggle' }
  | { readonly kind: 'select-nothing' }
  | { readonly kind: 'open'; readonly target: ItemHit }
  | { readonly kind: 'edit'; readonly id: ItemId }
  | { readonly kind: 'add-root'; readonly at: Spot }
  | { readonly kind: 'add-branch'; readonly id: ItemId; readonly at: Spot | null }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  /** The hand let go of the paper while it moved: the picture glides on by so much. */
  | { readonly kind: 'fling'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom'; readonly at: Spot; readonly factor: number }
  | { readonly kind: 'insert-parent'; readonly id: ItemId }
  | { readonly kind: 'colour'; readonly id: ItemId; readonly at: Spot }
  | { readonly kind: 'straighten'; readonly line: Line }
  | { readonly kind: 'select-link'; readonly id: LinkId; readonly at: Spot }
  | {
      readonly kind: 'bend';
      readonly line: Line;
      readonly at: Spot;
      readonly isDone: boolean;
    }
  | {
      readonly kind: 'resize';
      readonly id: ItemId;
      readonly grip: Grip;
      readonly from: Spot;
      readonly at: Spot;
      readonly isDone: boolean;
    }
  | {
      readonly kind: 'drag-items';
      readonly id: ItemId;
      readonly from: Spot;
      readonly at: Spot;
      readonly how: DragHow;
      readonly isDone: boolean;
    }
  | { readonly kind: 'drag-branch'; readonly id: ItemId; readonly at: Spot }
  | { readonly kind: 'band'; readonly from: Spot; readonly to: Spot; readonly adds: boolean; readonly isDone: boolean }
  | { readonly kind: 'menu'; readonly at: Spot }
  /** A gesture was given up: forget its preview. */
  | { readonly kind: 'forget' };

export interface ToolStep {
  readonly state: ToolState;
  readonly gestures: readonly Gesture[];
}

/** A second click within so long makes one of two. */
export const DOUBLE_MS = 350;

/** No pointer is down. */
export const IDLE: ToolState = { kind: 'idle' };

/** A press that moved further than this is a drag. */
const SLACK = { mouse: 4, touch: 10 } as const;

/** What the event makes of the state, and what is to be done. */
export function nextTool(state: ToolState, event: ToolEvent): ToolStep {
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
        gestures: [...selecting(state.target, state.isSelected), { kind: 'menu', at: state.from.at }],
      };
    case 'cancel':
      return { state: IDLE, gestures: state.kind === 'idle' ? [] : [{ kind: 'forget' }] };
    default:
      return unreachable(event);
  }
}

function down(state: ToolState, event: ToolEvent & { readonly kind: 'down' }): ToolStep {
  const { pointing, target, isSelected } = event;
  const held = heldIn(state);
  if (held !== null && pointing.isTouch && held.pointer !== pointing.pointer) {
    return { state: { kind: 'pinching', first: held, second: pointing }, gestures: [{ kind: 'forget' }] };
  }
  if (state.kind !== 'idle') return stay(state);
  return { state: { kind: 'pressed', from: pointing, target, isSelected }, gestures: [] };
}

function move(state: ToolState, pointing: Pointing): ToolStep {
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
        gestures: [{ kind: 'pan', dx: at.x - state.at.x, dy: at.y - state.at.y }],
      };
    case 'dragging':
    case 'bending':
    case 'resizing':
      return { state, gestures: [pulled(state, at, false)] };
    case 'branching':
      return { state, gestures: [{ kind: 'drag-branch', id: state.id, at }] };
    case 'banding':
      return { state, gestures: [{ kind: 'band', from: state.from, to: at, adds: state.adds, isDone: false }] };
    default:
      return unreachable(state);
  }
}

type Pulling = Extract<ToolState, { kind: 'dragging' | 'bending' | 'resizing' }>;

/** Something follows the pointer until it is let go. */
function pulled(state: Pulling, at: Spot, isDone: boolean): Gesture {
  switch (state.kind) {
    case 'dragging':
      return { kind: 'drag-items', id: state.id, from: state.from, at, how: state.how, isDone };
    case 'bending':
      return { kind: 'bend', line: state.line, at, isDone };
    case 'resizing':
      return { kind: 'resize', id: state.id, grip: state.grip, from: state.from, at, isDone };
    default:
      return unreachable(state);
  }
}

/** A press that moved: fingers pan unless they hold what is selected, Shift on the paper draws a rectangle. */
function begin(state: ToolState & { readonly kind: 'pressed' }): Exclude<ToolState, { kind: 'pressed' }> {
  const { from, target } = state;
  const panning = { kind: 'panning', pointer: from.pointer, at: from.at } as const;
  if (from.isMiddle) return panning;
  const { pointer, at } = from;
  if (target.kind === 'plus') {
    if (from.shift) return { kind: 'dragging', pointer, id: target.id, from: at, how: 'transplant' };
    return { kind: 'branching', pointer, id: target.id };
  }
  if (target.kind === 'grip') return { kind: 'resizing', pointer, id: target.id, grip: target.grip, from: at };
  const isLine = target.kind === 'line' || target.kind === 'link';
  if (target.kind === 'paper' || (isLine && (from.shift || from.mod))) {
    if (!from.shift && !from.mod) return panning;
    return { kind: 'banding', pointer, from: at, adds: true };
  }
  if (from.isTouch && !state.isSelected) return panning;
  if (target.kind === 'line' || target.kind === 'link') {
    return { kind: 'bending', pointer, line: lineOf(target) };
  }
  return { kind: 'dragging', pointer, id: target.id, from: at, how: from.alt ? 'alone' : 'branch' };
}

function up(state: ToolState, pointing: Pointing, clicks: number): ToolStep {
  if (state.kind === 'idle') return stay(state);
  if (state.kind === 'pinching') {
    const left = state.first.pointer === pointing.pointer ? state.second : state.first;
    return { state: { kind: 'panning', pointer: left.pointer, at: left.at }, gestures: [] };
  }
  const pointer = state.kind === 'pressed' ? state.from.pointer : state.pointer;
  if (pointer !== pointing.pointer) return stay(state);
  const { at } = pointing;
  switch (state.kind) {
    case 'pressed':
      return { state: IDLE, gestures: state.from.isMiddle ? [] : clicked(state, clicks) };
    case 'panning':
      return { state: IDLE, gestures: [] };
    case 'dragging':
    case 'bending':
    case 'resizing':
      return { state: IDLE, gestures: [pulled(state, at, true)] };
    case 'branching':
      return { state: IDLE, gestures: [{ kind: 'add-branch', id: state.id, at }] };
    case 'banding':
      return {
        state: IDLE,
        gestures: [{ kind: 'band', from: state.from, to: at, adds: state.adds, isDone: true }],
      };
    default:
      return unreachable(state);
  }
}

function clicked(state: ToolState & { readonly kind: 'pressed' }, clicks: number): Gesture[] {
  const { target, from } = state;
  if (target.kind === 'paper') {
    return clicks === 2 ? [{ kind: 'add-root', at: from.at }] : [{ kind: 'select-nothing' }];
  }
  if (target.kind === 'plus') {
    return [from.shift ? { kind: 'insert-parent', id: target.id } : { kind: 'add-branch', id: target.id, at: null }];
  }
  if (target.kind === 'grip') return [];
  if (target.kind === 'fold' || target.kind === 'checkbox') return [{ kind: 'open', target }];
  if (target.kind === 'line' || target.kind === 'link') return clickedLine(lineOf(target), from, clicks);
  if (clicks === 2) return [{ kind: 'edit', id: target.id }];
  const select: Gesture = { kind: 'select', id: target.id, how: from.shift || from.mod ? 'toggle' : 'only' };
  return OPENING.has(target.kind) && select.how === 'only' ? [select, { kind: 'open', target }] : [select];
}

/** Marks beside the words that a click opens. */
const OPENING: ReadonlySet<Target['kind']> = new Set(['href', 'note', 'comments', 'icon']);

/** A branch line shows its colours, a link is selected; twice, either goes straight again. */
function clickedLine(line: Line, from: Pointing, clicks: number): Gesture[] {
  if (clicks === 2) return [{ kind: 'straighten', line }];
  if (line.what === 'link') return [{ kind: 'select-link', id: line.id, at: from.at }];
  const { id } = line;
  if (from.shift || from.mod) return [{ kind: 'select', id, how: 'toggle' }];
  return [
    { kind: 'select', id, how: 'only' },
    { kind: 'colour', id, at: from.at },
  ];
}

/** The line that the target is, or that leads to its item. */
export function lineOf(target: Hit): Line {
  return target.kind === 'link' ? { what: 'link', id: target.id } : { what: 'line', id: target.id };
}

function selecting(target: Target, isSelected: boolean): Gesture[] {
  return target.kind === 'paper' || target.kind === 'link' || isSelected
    ? []
    : [{ kind: 'select', id: target.id, how: 'only' }];
}

function pinch(state: ToolState & { readonly kind: 'pinching' }, pointing: Pointing): ToolStep {
  const isFirst = state.first.pointer === pointing.pointer;
  if (!isFirst && state.second.pointer !== pointing.pointer) return stay(state);
  const moved: Held = { pointer: pointing.pointer, at: pointing.at };
  const after = isFirst ? { ...state, first: moved } : { ...state, second: moved };
  const was = middle(state.first.at, state.second.at);
  const is = middle(after.first.at, after.second.at);
  const before = Math.max(1, apart(state.first.at, state.second.at));
  return {
    state: after,
    gestures: [
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

function stay(state: ToolState): ToolStep {
  return { state, gestures: [] };
}

function middle(a: Spot, b: Spot): Spot {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
