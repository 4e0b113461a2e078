import { assert, makeIds, type PeerId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { childrenOf, encodeMap, type ItemId, type Op } from '@bough/map';
import type { Peer, PresenceState } from '@bough/sync';
import type { CommandId } from '../commands/table.ts';
import type { KeyPress } from '../commands/keys.ts';
import { outlineOf } from '../commands/edits/mark.ts';
import { writeOutline } from '../commands/edits/outline.ts';
import { toScreen, type View } from '../core/camera/camera.ts';
import type { EditorSettings, EditorWords, KeptFolds } from '../core/ports/editor-types.ts';
import type { Brought } from '../core/intent.ts';
import type { OpenMap } from '../core/ports/open-map.ts';
import type { Pointing } from '../core/pointers/pointer-tool.ts';
import { EditorSession, type Surface } from '../core/editor-session.ts';
import { type EditorSnapshot, snapshotOf } from '../core/snapshot/snapshot.ts';
import type { Effect } from '../core/step.ts';
import { openLocalMap } from './local-map.ts';
import { Table } from './table.ts';

/** What somebody has on a page: a map of this outline. */
export const GARDEN = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\tash\n\tyew\n\telm';

const WORDS: EditorWords = {
  emptyRoot: 'A thought',
  tree: (title) => title,
  emptyItem: 'empty',
  peerChanged: (name, items) => `${name} changed ${items}`,
  said: {
    removed: (items) => `removed ${items}`,
    undone: 'undone',
    redone: 'redone',
    folded: (hidden) => `folded ${hidden}`,
    unfolded: 'unfolded',
    openedFolded: (items, keys) => `opened folded: ${items}, ${keys}`,
    moved: (parent) => `moved to ${parent}`,
    pasted: (items) => `pasted ${items}`,
    linked: (item) => `linked to ${item}`,
    tidied: 'tidied',
    cutOff: 'cut off',
  },
};

/** How the editor behaves in tests, unless they say otherwise. */
export const SETTINGS: EditorSettings = {
  theme: 'light',
  contrast: 'plain',
  reducedMotion: false,
  isApple: false,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  words: WORDS,
  preset: 'standard',
  isReadOnly: false,
};

const NOTHING_BROUGHT: Brought = { branches: '', html: '', text: '', addresses: '', files: [] };

const WINDOW: View = { width: 1280, height: 800, insets: SETTINGS.insets };
const TEXTS = new Map<string, string>();

/** The map that the outline tells, made once. */
function textOf(outline: string): string {
  const text = TEXTS.get(outline) ?? encodeMap(new Table(outline).map);
  TEXTS.set(outline, text);
  return text;
}

/** A box whose letters are five pixels wide. */
class TestBox {
  value = '';
  caret = { start: 0, end: 0 };
  isComposing = false;

  get caretRect() {
    return { x: 5 * this.caret.end, y: 0, width: 1, height: 20 };
  }
}

type Told = Parameters<Surface['perform']>[0];

/**
 * A person in front of the core, without a page: keys and pointers become intents as the view makes them, the words' box is a text with
 * a caret, and what is not done by the editor the browser would do is done here.
 */
export class Person implements Surface {
  readonly clock = new VirtualClock();
  readonly session: EditorSession;
  view: View;
  readonly effects: Told[] = [];
  canAsk = true;
  /** What others were told of this person. */
  readonly shared: PresenceState[] = [];
  /** Who else is here, and how they know this person. */
  others: readonly Peer[] = [];
  self: PeerId | null = null;
  #otherIs: null | 'touched' | 'replaced' = null;
  readonly box = new TestBox();
  clipboard: Brought = NOTHING_BROUGHT;

  constructor(outline = GARDEN, settings: Partial<EditorSettings> = {}, view = WINDOW, folds?: KeptFolds) {
    this.view = view;
    const random = seededRandom(11);
    const ports = { clock: this.clock, random, ids: makeIds(this.clock, random) };
    const open = this.#shared(openLocalMap(ports, textOf(outline)));
    this.session = new EditorSession(
      { ...ports, open, ...(folds === undefined ? {} : { folds }) },
      { ...SETTINGS, ...settings },
      () => undefined,
    );
    this.session.surface = this;
    this.look();
  }

  readonly imageAddress = (source: string): string | null => `/images/${source}`;
  follow(): void {
    // Nothing is painted here.
  }
  perform(effect: Told): void {
    this.effects.push(effect);
    if (effect.kind === 'hold') {
      this.box.value = effect.text;
      this.box.caret = effect.caret ?? { start: 0, end: effect.text.length };
    }
    if (effect.kind === 'carry') this.clipboard = { ...NOTHING_BROUGHT, ...effect };
    if (effect.kind === 'wake') this.clock.after(effect.afterMs, () => this.session.dispatch(effect.intent));
  }

  /** One frame after another, until nothing is on the move and the camera rests. */
  look(): void {
    const { session, clock } = this;
    do {
      session.beginFrame(clock.monotonic());
      session.endFrame(session.state.look.flight !== null);
      clock.advance(100);
    } while (session.state.look.camera !== session.state.look.resting);
  }

  /** Presses a key, as the command table writes it; what the editor leaves to the browser happens in the box. */
  press(...chords: string[]): void {
    for (const chord of chords) {
      const press = pressOf(chord, this.session.settings.isApple);
      if (!this.session.dispatch({ kind: 'key', press })) this.#browserDoes(press);
    }
  }

  /** Types letter by letter. */
  type(words: string): void {
    for (const letter of words) this.press(letter);
  }

  /** A composition that ends with these words. */
  compose(...states: string[]): void {
    const { start, end } = this.box.caret;
    const [before, behind] = [this.box.value.slice(0, start), this.box.value.slice(end)];
    this.box.isComposing = true;
    this.session.dispatch({ kind: 'composing' });
    for (const words of states) {
      this.#hold(before + words + behind, before.length + words.length);
      this.session.dispatch({ kind: 'typed' });
    }
    this.box.isComposing = false;
    this.session.dispatch({ kind: 'typed' });
  }

  paste(what: Partial<Brought>): boolean {
    return this.session.dispatch({ kind: 'pasted', what: { ...NOTHING_BROUGHT, ...what } });
  }
  drop(at: Pointing['at'], what: Partial<Brought>): boolean {
    return this.session.dispatch({ kind: 'dropped', at, what: { ...NOTHING_BROUGHT, ...what } });
  }

  /** Where the middle of the item is on the screen. */
  spot(text: string): Pointing['at'] {
    const box = this.session.layout.box(this.named(text));
    assert(box !== null, `${text} is seen`);
    return toScreen(this.session.state.look.camera, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  point(kind: 'pressed' | 'moved' | 'released', at: Pointing['at'], more: Partial<Pointing> = {}): void {
    const atMs = this.clock.monotonic();
    const held = { pointer: 1, atMs, isTouch: false, isMiddle: false, shift: false, mod: false, alt: false };
    this.session.dispatch({ kind, pointing: { ...held, ...more, at } });
  }
  click(at: Pointing['at'], more: Partial<Pointing> = {}): void {
    this.clock.advance(400);
    this.point('pressed', at, more);
    this.point('released', at, more);
  }
  doubleClick(at: Pointing['at']): void {
    this.click(at);
    this.clock.advance(100);
    this.point('pressed', at);
    this.point('released', at);
  }
  /** From one place to another in steps, and let go there unless the pointer is to stay down. */
  drag(from: Pointing['at'], end: Pointing['at'], more: Partial<Pointing> = {}, isLetGo = true): void {
    this.point('pressed', from, more);
    for (const share of [0.2, 0.6, 1]) {
      this.clock.advance(16);
      this.point('moved', { x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share }, more);
    }
    if (isLetGo) this.point('released', end, more);
  }

  /** Somebody else changes the map. */
  byOther(...ops: Op[]): void {
    this.#changedByOther('touched', ops);
  }
  /** Others did it while this person was cut off: the map comes anew. */
  meanwhile(...ops: Op[]): void {
    this.#changedByOther('replaced', ops);
  }
  #changedByOther(heardAs: 'touched' | 'replaced', ops: readonly Op[]): void {
    this.#otherIs = heardAs;
    assert(this.session.open.change(ops).ok, 'the map takes it');
    this.#otherIs = null;
  }

  named(text: string): ItemId {
    const item = [...this.session.map.items.values()].find((one) => one.text === text);
    assert(item !== undefined, `there is ${text}`);
    return item.id;
  }
  select(...texts: string[]): void {
    this.session.dispatch({ kind: 'select', ids: texts.map((text) => this.named(text)) });
    this.look();
  }
  get selected(): string[] {
    return [...this.session.state.selection.ids].map((id) => this.session.map.items.get(id)?.text ?? 'gone');
  }
  get outline(): string {
    return writeOutline(outlineOf(this.session.map, new Set(childrenOf(this.session.map, null))));
  }
  get snapshot(): EditorSnapshot {
    return snapshotOf(this.session.state, this.session);
  }
  get said(): string[] {
    return this.told('say').map((effect) => effect.words);
  }
  get asked(): CommandId[] {
    return this.told('ask').map((effect) => effect.command);
  }
  /** All effects of a kind so far. */
  told<K extends Effect['kind']>(kind: K): (Told & { readonly kind: K })[] {
    return this.effects.filter((effect): effect is Told & { readonly kind: K } => effect.kind === kind);
  }

  /** The map, with others who change it. */
  #shared(open: OpenMap): OpenMap {
    return {
      get map() {
        return open.map;
      },
      facts: () => ({ ...open.facts(), people: this.others, self: this.self }),
      change: (ops, step) => open.change(ops, step),
      endStep: () => open.endStep(),
      undo: () => open.undo(),
      redo: () => open.redo(),
      share: (state) => this.shared.push(state),
      dismissRefused: (counter) => open.dismissRefused(counter),
      subscribe: (listener) =>
        open.subscribe((event) => {
          if (event.kind !== 'touched' || this.#otherIs === null) return listener(event);
          listener(this.#otherIs === 'replaced' ? { kind: 'replaced' } : { ...event, isOwn: false });
        }),
      close: () => open.close(),
    };
  }

  #browserDoes(press: KeyPress): void {
    const { start, end } = this.box.caret;
    const { value } = this.box;
    if (press.ctrlKey || press.metaKey) {
      const letter = press.key.toLowerCase();
      if (letter === 'c' || letter === 'x') this.session.dispatch({ kind: 'copied', isCut: letter === 'x' });
      if (letter === 'v') this.paste(this.clipboard);
      return;
    }
    if (press.key.length !== 1) return;
    this.#hold(value.slice(0, start) + press.key + value.slice(end), start + 1);
    this.session.dispatch({ kind: 'typed' });
  }

  #hold(text: string, caret: number): void {
    this.box.value = text;
    this.box.caret = { start: caret, end: caret };
  }
}

function pressOf(chord: string, isApple: boolean): KeyPress {
  const parts =
    chord === '+' ? ['+'] : chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+');
  const key = parts.pop() ?? '';
  const isMod = parts.includes('Mod');
  const shiftKey = parts.includes('Shift');
  return {
    key: key === 'Space' ? ' ' : key.length > 1 || shiftKey || parts.length === 0 ? key : key.toLowerCase(),
    code: /^\d$/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
    keyCode: 0,
    ctrlKey: parts.includes('Ctrl') || (isMod && !isApple),
    metaKey: isMod && isApple,
    altKey: parts.includes('Alt'),
    shiftKey,
    isComposing: false,
  };
}
