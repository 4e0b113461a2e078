import { isOffered } from '../commands/is-offered.ts';
import { commandFor, isTyping, type KeyPress } from '../commands/keys.ts';
import { outlineOf } from '../commands/edits/mark.ts';
import { writeMarkdown, writeOutline } from '../commands/edits/outline.ts';
import { planFor } from '../commands/plan.ts';
import { NOTHING } from '../commands/selection.ts';
import { type CommandId, commandOf } from '../commands/table.ts';
import { pressEarly } from './changing.ts';
import { canWrite, type Context, focusedOf, isAwaited, worldOf } from './context.ts';
import { searched, steppedIn } from './find.ts';
import type { Intent } from './intent.ts';
import { focusedRect, moveCamera } from './camera/looking.ts';
import { heldNow } from './camera/staying.ts';
import { foldedAs } from './folding/folding.ts';
import { sayingOf } from './snapshot/saying.ts';
import { endPresent, lookOnlyAt, present } from './presenting.ts';
import { carryOut, endEdit, finishLink, goTo } from './selecting.ts';
import type { State } from './state.ts';
import { type Effect, both, refused, type Step, to } from './step.ts';
import { bringBack, cutOffNow } from './typing/cut-off.ts';
import { mark, putWords } from './typing/words.ts';

// What keys and commands mean, wherever a command came from: key, menu, palette, button.

const LOOK: Intent = { kind: 'reveal' };
/** What the page shows, not the canvas. */
const ASKED: ReadonlySet<CommandId> = new Set([
  ...(['palette', 'help', 'history', 'print', 'outline', 'find-everywhere', 'comment', 'comments', 'note'] as const),
  ...(['chat', 'developers'] as const),
  ...(['link-web', 'icon', 'colour', 'image', 'copy-link'] as const),
]);
/** Those among them that end an edit. */
const ENDING: ReadonlySet<CommandId> = new Set(['palette', 'history', 'print', 'outline']);
const CLIPBOARD: ReadonlySet<CommandId> = new Set(['copy', 'cut', 'paste', 'paste-text']);
const ADDING: ReadonlySet<CommandId> = new Set(['add-child', 'add-after', 'add-before']);
const MARKS: Readonly<Partial<Record<CommandId, string>>> = { bold: '**', italic: '*', code: '`', strike: '~~' };
/** Keys that would move the unseen caret and lose "everything is selected", by which typing replaces the words. */
const EDITING_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/** A key was pressed in the words' box. Done: the browser is to do nothing with it. */
export function pressKey(state: State, context: Context, { press }: Intent<'key'>): Step {
  const { focus } = state.selection;
  const isComing = isAwaited(state, context);
  if (isComing && isEarly(press) && (context.box.value !== '' || state.early.length > 0))
    return pressEarly(state, context, press);
  const cut = cutOffNow(state);
  const isCutOff = cut !== null;
  // Whoever ends words that somebody took away wants them: they come back. Nothing is begun in their place.
  if (isCutOff && isEarly(press)) return bringBack(state, context, cut);
  if (isCutOff && press.key === 'Escape') return to({ ...state, cutOff: null, selection: NOTHING }, { isDone: true });
  const isEditing = state.editing !== null || isComing || isCutOff;
  const growsLeft = focus !== null && context.layout.box(focus)?.side === 'left';
  const { isApple, preset } = context.settings;
  const command = commandFor(press, { isEditing, isApple, growsLeft, preset });
  if (command === null) {
    return to(state, { isDone: !isEditing && !isTyping(press) && EDITING_KEYS.has(press.key) });
  }
  // The browser fires the clipboard's own events for these.
  if (CLIPBOARD.has(command)) {
    return refused(command === 'paste-text' ? { ...state, pastesOne: true } : state);
  }
  const isTab = press.key === 'Tab';
  // With nothing selected Tab goes on through the page, so that nobody is caught in the map. Who meant a branch of what somebody has
  // just removed would press what they type there: for them it begins a root, as Enter does.
  const isRootless = command === 'add-child' && isTab && focus === null;
  if (isRootless && state.selection.isBereft !== true) return refused(state);
  const step = to(state, { next: [{ kind: 'run', command: isRootless ? 'add-after' : command, isKey: true }] });
  // Shift+Tab with nowhere to go, and Tab for who may not write, leave the map as in any page.
  return isTab ? step : { ...step, isDone: true };
}

/** Whether the key is one by which words go on in another item. */
function isEarly({ key, keyCode, isComposing, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  return (
    (key === 'Tab' || key === 'Enter') && !(isComposing || keyCode === 229 || ctrlKey || metaKey || altKey || shiftKey)
  );
}

/** Does what the command says; what the role does not let do is not done. */
export function runCommand(
  state: State,
  context: Context,
  { command, isKey = false, isInOutline = false }: Intent<'run'>,
): Step {
  const { role } = context.facts;
  if (!isOffered(command, role, context.settings.mayReadPast === true)) return refused(state);
  if (commandOf(command).writes && !canWrite(context)) return refused(state);
  const inWords = state.editing === null ? null : runInWords(state, context, command, isKey);
  if (inWords !== null) return inWords;
  if (!ASKED.has(command)) {
    const here = runHere(state, context, command, isKey);
    const next = here.next.map((one) => (one.kind === 'plan' ? { ...one, isInOutline } : one));
    return isInOutline ? { ...here, next } : here;
  }
  const ended = ENDING.has(command) ? endEdit(state, context) : to(state);
  return both(ended, (after) => to(after, { effects: [{ kind: 'ask', command, at: null }], isDone: context.canAsk }));
}

/** What a command means while words are edited; null: what it means otherwise. */
function runInWords(state: State, context: Context, command: CommandId, isKey: boolean): Step | null {
  const sign = MARKS[command];
  if (sign !== undefined) return mark(state, context, sign);
  const { value, caret } = context.box;
  const before = value.slice(0, caret.start);
  const behind = value.slice(caret.end);
  switch (command) {
    case 'newline': {
      const at = caret.start + 1;
      return putWords(state, context, `${before}\n${behind}`, { start: at, end: at });
    }
    case 'commit':
      return endEdit(state, context);
    case 'add-child': {
      // Chosen words go along, into the branch.
      const text = value.slice(caret.start, caret.end);
      const at = { start: caret.start, end: caret.start };
      const cut = text === '' ? to(state) : putWords(state, context, before + behind, at);
      return { ...cut, next: [...cut.next, { kind: 'plan', command, text, isKey }] };
    }
    default:
      return null;
  }
}

function runHere(state: State, context: Context, command: CommandId, isKey: boolean): Step {
  const { said } = context.settings.words;
  const focused = focusedOf(state, context);
  const cut = cutOffNow(state);
  switch (command) {
    case 'undo':
      // What one would have undone is what somebody else did.
      if (cut !== null) return bringBack(state, context, cut);
      return to(state, { effects: [{ kind: 'undo' }, { kind: 'say', words: said.undone }] });
    case 'redo':
      return to(state, { effects: [{ kind: 'redo' }, { kind: 'say', words: said.redone }] });
    case 'find':
      return to(state.find === null ? searched(state, context.map, '') : state);
    case 'find-next':
    case 'find-previous': {
      const after = steppedIn(state, command === 'find-next' ? 1 : -1);
      const id = after.find?.found[after.find.at];
      return id === undefined ? refused(after) : goTo(after, context, id);
    }
    case 'menu': {
      const at = focusedRect(state, context) ?? { x: 40, y: 40, width: 0, height: 0 };
      return to({ ...state, menu: { x: at.x, y: at.y + at.height + 8 } });
    }
    case 'link-item':
      if (focused === null) return refused(state);
      return both(endEdit(state, context), (after) => to({ ...after, linking: focused.id }));
    case 'focus-branch':
      return lookOnlyAt(state, context, state.focusOn === null ? (focused?.id ?? null) : null);
    case 'present':
    case 'present-next':
    case 'present-previous':
      return present(state, context, command);
    default:
      return (
        runLinking(state, context, command) ??
        moveCamera(state, context, command) ??
        runClipboard(state, context, command) ??
        to(state, { next: [{ kind: 'plan', command, text: '', isKey }] })
      );
  }
}

/** While a link is drawn, Enter ends it at the selected item, Esc forgets it; a selected link is deleted like an item. */
function runLinking(state: State, context: Context, command: CommandId): Step | null {
  const focused = focusedOf(state, context);
  const isLinking = state.linking !== null;
  const link = state.link === null ? undefined : context.map.links.get(state.link);
  if (isLinking && command === 'add-after' && focused !== null) {
    const step = finishLink(state, context, focused.id);
    const words = context.settings.words.said.linked(focused.text);
    // A link that cannot be is no branch either.
    return { ...step, isDone: true, effects: step.isDone === false ? [] : [{ kind: 'say', words }] };
  }
  if (link !== undefined && command === 'delete-branch') {
    return carryOut(state, context, { ops: [{ kind: 'unlink', id: link.id }] });
  }
  if (command !== 'select-none') return null;
  if (isLinking) return to({ ...state, linking: null });
  if (state.present !== null) return endPresent(state, context);
  if (link !== undefined) return to({ ...state, link: null });
  return state.focusOn === null ? null : lookOnlyAt(state, context, null);
}

/** From a menu; by key the browser's own clipboard events are heard, which need no permission. */
function runClipboard(state: State, context: Context, command: CommandId): Step | null {
  if (context.view === null) return null;
  const does = (effect: Effect): Step => to(state, { effects: [effect] });
  const chosen = (): ReturnType<typeof outlineOf> => outlineOf(context.map, state.selection.ids);
  switch (command) {
    case 'paste':
    case 'paste-text':
      return does({ kind: 'read-clipboard', isOne: command === 'paste-text' });
    case 'copy':
    case 'cut':
      return does({ kind: 'copy', isCut: command === 'cut', text: writeOutline(chosen()) });
    case 'copy-markdown':
      return does({ kind: 'write-clipboard', text: writeMarkdown(chosen()) });
    default:
      return null;
  }
}

/** They change how the map is seen: for everybody, or for this person alone. */
function isFolding(command: CommandId): boolean {
  return command === 'fold' || command === 'unfold-all' || command.startsWith('fold-to-');
}

/** A command of the map: planned in the map as it is, made, said and looked at. */
export function planCommand(state: State, context: Context, intent: Intent<'plan'>): Step {
  const { command, text, isKey, isInOutline = false } = intent;
  if (state.editing !== null && command !== 'edit') {
    return { ...endEdit(state, context), next: [{ kind: 'plan', command, text, isKey, isInOutline }] };
  }
  const world = { ...worldOf(state, context), isInOutline };
  const plan = planFor(command, world, text);
  if (plan === null) return refused(state);
  const words = sayingOf(command, plan, world, context.settings.words);
  const isLooking = plan.select !== undefined || plan.edit !== undefined;
  const counted = isKey && ADDING.has(command) ? { ...state, keyAdds: state.keyAdds + 1 } : state;
  const made = isFolding(command) ? foldedAs(counted, context, plan) : { state: counted, plan };
  const held = isFolding(command) && command !== 'fold' ? heldNow(state, context) : null;
  return carryOut(made.state, context, made.plan, {
    effects: words === null ? [] : [{ kind: 'say', words }],
    next: [...(held === null ? [] : [{ kind: 'hold', ...held } as const]), ...(isLooking ? [LOOK] : [])],
  });
}
