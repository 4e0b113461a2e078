import type { Spot } from '@bough/scene';
import { toMap } from '../camera/camera.ts';
import { canWrite, type Context } from '../context.ts';
import { hoveredAt, itemAt, targetAt } from './hits.ts';
import type { Intent } from '../intent.ts';
import { flingOf } from './fling.ts';
import { DOUBLE_MS, type Gesture, lineOf, nextTool, type Target, type ToolEvent } from './pointer-tool.ts';
import { endEdit } from '../selecting.ts';
import { type Hand, NO_CLICK, type State } from '../state.ts';
import { both, refused, type Step, to } from '../step.ts';

// What pointers do to the hand: the machine of pointer-tool.ts, fed with what lies under them and when the hand did it.

/** A finger that stays where it went down for so long asks for the menu. */
const HOLD_MS = 500;
const DOUBLE_APART = 8;
/** A finger that went so far swiped. */
const SWIPE = 40;

/** A press: outside the words that are edited it keeps them. */
export function press(state: State, context: Context, { pointing }: Intent<'pressed'>): Step {
  if (state.present !== null) return to(handed(state, { swipe: pointing.isTouch ? pointing.at : null }));
  if (state.editing !== null) return { ...endEdit(state, context), next: [{ kind: 'pressed', pointing }] };
  const target = targetAt(state, context, pointing.at, pointing.isTouch);
  const isSelected = isChosen(state, target);
  const presses = state.hand.presses + 1;
  return both(feed(handed(state, { presses }), { kind: 'down', pointing, target, isSelected }), (after) =>
    to(after, {
      effects: [{ kind: 'focus' }, { kind: 'wake', afterMs: HOLD_MS, intent: { kind: 'held', press: presses } }],
    }),
  );
}

export function move(state: State, context: Context, { pointing }: Intent<'moved'>): Step {
  if (state.hand.tool.kind === 'idle') return hover(state, context, pointing.isTouch ? null : pointing.at);
  return both(feed(state, { kind: 'move', pointing }), (after) => {
    const { tool, traces } = after.hand;
    // A finger is shown to others only while it drags something, and what is dragged is shown together with where it is.
    const isShown = !pointing.isTouch && tool.kind !== 'dragging';
    const effects = isShown ? [{ kind: 'share', cursor: toMap(after.look.camera, pointing.at) } as const] : [];
    if (tool.kind !== 'panning') return to(after, { effects });
    const trace = { atMs: pointing.atMs, ...pointing.at };
    return to(handed(after, { traces: [...traces.slice(-20), trace] }), { effects });
  });
}

export function release(state: State, _context: Context, { pointing }: Intent<'released'>): Step {
  if (state.hand.swipe !== null) return swiped(state, state.hand.swipe, pointing.at);
  const { tool, traces, lastClick } = state.hand;
  const { at, atMs } = pointing;
  const isDouble =
    tool.kind === 'pressed' &&
    atMs - lastClick.atMs < DOUBLE_MS &&
    Math.hypot(at.x - lastClick.x, at.y - lastClick.y) < DOUBLE_APART;
  const counted = tool.kind !== 'pressed' ? {} : { lastClick: isDouble ? NO_CLICK : { atMs, ...at } };
  const step = feed(handed(state, { ...counted, traces: [] }), { kind: 'up', pointing, clicks: isDouble ? 2 : 1 });
  const fling = tool.kind === 'panning' && step.state.hand.tool.kind === 'idle' ? flingOf(traces, atMs) : null;
  const effects = pointing.isTouch ? [...step.effects, { kind: 'share', cursor: null } as const] : step.effects;
  const next = fling === null ? step.next : [...step.next, gestured({ kind: 'fling', ...fling })];
  return { ...step, effects, next };
}

/** While the map is presented a finger turns it over, as pages. */
function swiped(state: State, from: Spot, end: Spot): Step {
  const after = handed(state, { swipe: null });
  const [dx, dy] = [end.x - from.x, end.y - from.y];
  if (state.present === null || Math.abs(dx) < SWIPE || Math.abs(dx) < Math.abs(dy)) return to(after);
  return to(after, { next: [{ kind: 'run', command: dx < 0 ? 'present-next' : 'present-previous' }] });
}

/** A finger has stayed where it went down, if it is the same press still. */
export function hold(state: State, _context: Context, { press: held }: Intent<'held'>): Step {
  return held === state.hand.presses ? feed(state, { kind: 'rested' }) : to(state);
}

/** It ends what the hand does, and nothing else: what is dragged stays selected. */
export function letGo(state: State): Step {
  return state.hand.tool.kind === 'idle' ? refused(state) : feed(state, { kind: 'cancel' });
}

/** The mouse is here, or nowhere (null): the item below it shows its handle. */
export function hover(state: State, context: Context, at: Spot | null): Step {
  const before = state.hand.hovered;
  const now = at === null || !canWrite(context) ? null : hoveredAt(state, context, at);
  const hovered = before?.id === now?.id && before?.side === now?.side ? before : now;
  const pointer = state.linking === null ? state.hand.pointer : at;
  const target = at === null || !canWrite(context) ? null : targetAt(state, context, at, false);
  const over = target?.kind === 'line' || target?.kind === 'link' ? lineOf(target) : null;
  const line = over?.id === state.hand.line?.id ? state.hand.line : over;
  const isSame = hovered === before && pointer === state.hand.pointer && line === state.hand.line;
  const cursor = at === null ? null : toMap(state.look.camera, at);
  return to(isSame ? state : handed(state, { hovered, pointer, line }), { effects: [{ kind: 'share', cursor }] });
}

export function turnWheel(state: State, _context: Context, { at, dx, dy, isZoom }: Intent<'wheel'>): Step {
  const gesture: Gesture = isZoom
    ? { kind: 'zoom', at, factor: Math.exp(-dy / 300) }
    : { kind: 'pan', dx: -dx, dy: -dy };
  return to(state, { next: [gestured(gesture)] });
}

/** The menu of what is here, which is selected for it. */
export function askMenu(state: State, context: Context, { at }: Intent<'menu-asked'>): Step {
  const target = targetAt(state, context, at, false);
  const id = itemAt(target);
  const chosen: readonly Intent[] =
    id === null || isChosen(state, target) ? [] : [gestured({ kind: 'select', id, how: 'only' })];
  return to(state, { next: [...chosen, gestured({ kind: 'menu', at })] });
}

function isChosen({ selection }: State, target: Target): boolean {
  const id = itemAt(target);
  return id !== null && selection.ids.has(id);
}

function feed(state: State, event: ToolEvent): Step {
  const { state: tool, gestures } = nextTool(state.hand.tool, event);
  return to(handed(state, { tool }), { next: gestures.map(gestured) });
}

function gestured(gesture: Gesture): Intent {
  return { kind: 'gesture', gesture };
}

function handed(state: State, hand: Partial<Hand>): State {
  return { ...state, hand: { ...state.hand, ...hand } };
}
