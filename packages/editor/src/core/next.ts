import { changeLink, removeLink } from '../commands/edits/links.ts';
import { setFields } from '../commands/edits/mark.ts';
import { parseOutline } from '../commands/edits/outline.ts';
import { copy, drop, paste, pasteText, placeImage, plantTrees, takeFiles } from './bringing.ts';
import { addBelow, comment, graftMap, greet, retitle, rewrite } from './changing.ts';
import { type Context, isAwaited, worldOf } from './context.ts';
import { searched } from './find.ts';
import { endFollowing, follow, followed, turnedAlong } from './following/following.ts';
import { lookedFirst, toldOfFolds } from './folding/folding.ts';
import { perform, placeBranch, selectLink } from './pointers/gestures.ts';
import type { Intent, Intents } from './intent.ts';
import { broughtIn, caretFollowed, foundBack, lookAt, lookedAt, painted, rested, revealed } from './camera/looking.ts';
import { heldAgain, resized } from './camera/staying.ts';
import { askMenu, hold, hover, letGo, move, press, release, turnWheel } from './pointers/pointing.ts';
import { endPresent, fitted, fittedAgain, goneInto, lookOnlyAt, presentItem, shown } from './presenting.ts';
import { planCommand, pressKey, runCommand } from './running.ts';
import { carryOut, endEdit, goTo, replaced, select, settle, tellPeers, touched } from './selecting.ts';
import type { State } from './state.ts';
import { both, type Step, to } from './step.ts';
import { begin, followWords, insert, typed } from './typing/words.ts';

/** What each kind of intent makes of a state, in a map and on a page as they are. */
const STEPS: { readonly [K in keyof Intents]: (state: State, context: Context, intent: Intent<K>) => Step } = {
  key: pressKey,
  typed,
  'caret-moved': (state, context) => to(caretFollowed(state, context)),
  composing: begin,
  blurred: endEdit,
  copied: copy,
  pasted: paste,

  pressed: press,
  moved: move,
  released: release,
  left: (state, context) => hover(state, context, null),
  'let-go': letGo,
  held: hold,
  wheel: turnWheel,
  'menu-asked': askMenu,
  dropped: drop,
  gesture: (state, context, { gesture }) => perform(state, context, gesture),
  'place-branch': placeBranch,

  run: runCommand,
  select: (state, context, { ids }) => select(state, context, ids),
  'select-link': (state, context, { id }) => selectLink(state, context, id),
  show: (state, context, { id }) => goTo(state, context, id),
  find: (state, context, { query }) => {
    const after = searched(state, context.map, query);
    const id = after.find?.found[after.find.at];
    return id === undefined ? to(after) : goTo(after, context, id);
  },
  'end-present': endPresent,
  'present-item': (state, context, { id }) => both(endEdit(state, context), (after) => presentItem(after, context, id)),
  'slide-at': (state, context, { at }) => shown(state, context, at),
  'slide-below': goneInto,
  slide: (state, context, { levels }) => fitted(state, context, levels),
  'follow-peer': follow,
  'close-menu': (state) => to({ ...state, menu: null }),
  plant: (state, _context, { what }) => to({ ...state, planting: what }),
  'set-fields': (state, context, { fields }) => carryOut(state, context, setFields(worldOf(state, context), fields)),
  rewrite,
  'set-link': (state, context, { id, fields }) =>
    carryOut(state, context, changeLink(worldOf(state, context), id, fields), { name: `link:${id}` }),
  'remove-link': (state, context, { id }) => carryOut(state, context, removeLink(worldOf(state, context), id)),
  title: retitle,
  comment,
  // Who may only comment may do these too: the map says who.
  'edit-comment': (state, _context, { thread, id, text }) =>
    to(state, { ops: [{ kind: 'edit-comment', thread, id, text }] }),
  resolve: (state, _context, { thread, isResolved }) => to(state, { ops: [{ kind: 'resolve', thread, isResolved }] }),
  talk: (state, _context, { op }) => to(state, { ops: [op] }),
  insert,
  'add-below': addBelow,
  graft: graftMap,
  files: (state, context, { files }) => takeFiles(state, context, files, state.selection.focus, null),
  image: placeImage,
  trees: plantTrees,
  outline: (state, context, { text, ...where }) => plantTrees(state, context, { trees: parseOutline(text), ...where }),
  'pasted-text': (state, context, { text, isOne }) => pasteText(state, context, text, isOne),

  'map-touched': touched,
  'map-replaced': replaced,
  'looked-first': (state, context, { isNew }) => to(lookedFirst(state, context, isNew)),
  'fold-news-seen': (state) => to({ ...state, folds: { ...state.folds, isNews: false } }),
  frame: (state, context, { atMs }) => to(lookAt(state, context, atMs)),
  painted: (state, context, { isBusy }) => painted(state, context, isBusy),
  rested: (state, context, { camera }) => to(rested(state, context, camera)),
  'tell-peers': tellPeers,
  follow: (state, context) => {
    const seen = followed(resized(state, context), context);
    const greeted = greet(seen, context) ?? toldOfFolds(seen, context) ?? turnedAlong(seen, context);
    if (greeted !== null) return { ...greeted, next: [...greeted.next, { kind: 'follow' }] };
    const written = isAwaited(seen, context) ? to(seen) : followWords(seen, context);
    return fittedAgain(written, state.look.view, context);
  },
  plan: planCommand,
  change: (state, context, { ops, name }) => carryOut(state, context, { ops }, name === undefined ? {} : { name }),
  'end-edit': endEdit,
  'end-step': (state) => to(state, { isNewStep: true }),
  reveal: (state, context) => to(revealed(state, context)),
  hold: (state, context, held) => to(heldAgain(state, context, held)),
  'look-at': (state, context, { spot }) => to(lookedAt(state, context, spot)),
  'find-back': (state, context) => to(foundBack(state, context)),
  'bring-in': (state, context, { press: made }) => to(made === state.hand.presses ? broughtIn(state, context) : state),
  'focus-on': (state, context, { id }) => lookOnlyAt(state, context, id),
  settle,
};

/**
 * The whole editor without a page: what somebody or something says, in a state and a map as they are, makes another state, changes of
 * the map, and effects. Pure: it changes nothing, and reads nothing else.
 *
 * The session (session.ts) takes the state, has the map changed, does the effects, and goes on with what is `next`, in the map
 * as it is by then. A step that the map refuses did not happen.
 */
export function next<K extends keyof Intents>(state: State, intent: Intent<K>, context: Context): Step {
  return endFollowing(state, intent.kind, endLinking(state, STEPS[intent.kind](state, context, intent)));
}

/** A link on its way is forgotten by whatever else one does with the map. */
function endLinking(before: State, step: Step): Step {
  const { state, ops, effects } = step;
  if (before.linking === null || state.linking === null) return step;
  const isTurnedBack = effects.some(({ kind }) => kind === 'undo' || kind === 'redo');
  const isAsked = effects.some(({ kind }) => kind === 'ask');
  const isElse = ops.length > 0 || isTurnedBack || isAsked || state.editing !== null || state.hand.drag !== null;
  // What is presented folds what has no room.
  return isElse || state.folds !== before.folds ? { ...step, state: { ...state, linking: null } } : step;
}
