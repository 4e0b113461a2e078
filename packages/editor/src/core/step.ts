import type { ItemId, Op } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { CommandId } from '../commands/table.ts';
import type { Caret } from './typing/typing.ts';
import type { Intent } from './intent.ts';
import type { State } from './state.ts';

/** What is to be done outside of the state and the map, by its kind. Data: the session and the view do it. */
interface Effects {
  undo: object;
  redo: object;
  share: { readonly cursor: Spot | null };
  /** Everything is painted anew. */
  repaint: object;
  /** The keyboard is the map's. */
  focus: object;
  /** The words' box has this text; null: all of it is chosen. */
  hold: { readonly text: string; readonly caret: Caret | null };
  say: { readonly words: string };
  ask: { readonly command: CommandId; readonly at: Spot | null };
  open: { readonly href: string };
  wake: { readonly afterMs: number; readonly intent: Intent };
  copy: { readonly isCut: boolean; readonly text: string };
  'write-clipboard': { readonly text: string };
  'read-clipboard': { readonly isOne: boolean };
  /** What the clipboard's own event carries away. */
  carry: { readonly text: string; readonly html: string; readonly branches: string };
  'read-html': { readonly html: string; readonly text: string; readonly at: Spot | null };
  'take-files': {
    readonly files: readonly { readonly as: 'image' | 'map' | 'outline'; readonly file: File }[];
    readonly on: ItemId | null;
    readonly at: Spot | null;
  };
  /** Branches came from elsewhere: their images are kept for this map too. */
  adopt: { readonly branches: string };
}

/** Something to be done: of any kind, or of this one. */
export type Effect<K extends keyof Effects = keyof Effects> = {
  readonly [P in K]: { readonly kind: P } & Effects[P];
}[K];

/** What an intent makes of the state. */
export interface Step {
  readonly state: State;
  /** Changes of the map, made when the state is taken. When the map refuses them, nothing of the step happens. */
  readonly ops: readonly Op[];
  /** Quick changes under one name are one step of undo. */
  readonly name?: string;
  /** The change begins another step of undo, whatever its name. */
  readonly isNewStep?: boolean;
  /** The state when the map refuses the ops: given, everything else of the step happens all the same. */
  readonly otherwise?: State;
  readonly effects: readonly Effect[];
  /** What is taken next, in the map as it is by then. */
  readonly next: readonly Intent[];
  /** False: it could not be done. Absent: as what is next says. */
  readonly isDone?: boolean;
}

/** Nothing but this state, with what else is given. */
export function to(state: State, more: Partial<Omit<Step, 'state'>> = {}): Step {
  return { state, ops: [], effects: [], next: [], ...more };
}

/** It cannot be done now. */
export function refused(state: State): Step {
  return to(state, { isDone: false });
}

/** Both in one, the second from the state after the first. */
export function both(first: Step, second: (state: State) => Step): Step {
  const after = second(first.state);
  return {
    ...first,
    ...after,
    isNewStep: first.isNewStep === true || after.isNewStep === true,
    ops: [...first.ops, ...after.ops],
    effects: [...first.effects, ...after.effects],
    next: [...first.next, ...after.next],
  };
}
