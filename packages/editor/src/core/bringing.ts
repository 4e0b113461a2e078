import type { Item, ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import { pasteBranches, writeBranches } from '../clipboard/branches.ts';
import { addressIn, droppedAs } from '../clipboard/dropped.ts';
import { hasList, writeHtml } from '../clipboard/html-outline.ts';
import { addChild, addRoot, growOne, growTrees } from '../commands/edits/grow.ts';
import { outlineOf, setFields } from '../commands/edits/mark.ts';
import { type OutlineNode, parseOutline, writeOutline } from '../commands/edits/outline.ts';
import { plantOutline } from '../commands/edits/plant.ts';
import { deleteBranches } from '../commands/edits/rearrange.ts';
import { selectionOf } from '../commands/selection.ts';
import type { Plan, World } from '../commands/world.ts';
import { toMap } from './camera/camera.ts';
import { emptyRoot } from './changing.ts';
import { canWrite, type Context, isAwaited, worldOf } from './context.ts';
import { itemAt, targetAt } from './pointers/hits.ts';
import type { Brought, Intent, Intents } from './intent.ts';
import { carryOut, select } from './selecting.ts';
import type { State } from './state.ts';
import { both, refused, type Step, to } from './step.ts';

// What comes from other programs and goes to them: by the clipboard, or dropped. Each time the richest form that is understood.

/** The clipboard's own event: what is selected goes into it. Done: not the words in the box. */
export function copy(state: State, context: Context, { isCut }: Intent<'copied'>): Step {
  if (state.editing !== null) return refused(state);
  const { ids } = state.selection;
  if (ids.size === 0) return to(state);
  const trees = outlineOf(context.map, ids);
  const carried = {
    text: writeOutline(trees),
    html: writeHtml(trees),
    branches: writeBranches(context.map, ids, context.imageAddress),
  };
  const effects = [{ kind: 'carry', ...carried } as const];
  const cut = isCut ? carryOut(state, context, deleteBranches(worldOf(state, context))) : to(state);
  return { ...cut, isDone: true, otherwise: state, effects };
}

/** Done: the browser is not to put it into the box. */
export function paste(state: State, context: Context, { what }: Intent<'pasted'>): Step {
  const after = { ...state, pastesOne: false };
  const isWaiting = emptyRoot(context) !== null && context.box.value === '' && what.files.length === 0;
  // Words are for a new map's root, a tree is for the map.
  const isTree = what.branches !== '' || hasList(what.html) || what.text.trim().includes('\n');
  if (isAwaited(state, context))
    return isTree || what.files.length > 0
      ? { ...to({ ...after, early: [...state.early, { kind: 'pasted', what }] }), isDone: true }
      : refused(after);
  if (state.editing !== null && isWaiting && isTree && !state.pastesOne) {
    return { ...take({ ...after, editing: null, fresh: null }, context, what, null), isDone: true };
  }
  if (state.editing !== null) {
    // Words go into the words; an image becomes the item's.
    return what.files.length === 0
      ? refused(after)
      : takeFiles(after, context, what.files, state.selection.focus, null);
  }
  if (state.pastesOne) return { ...pasteText(after, context, what.text, true), isDone: true };
  return { ...take(after, context, what, null), isDone: true };
}

/** Text from the clipboard: trees, or one item that has all of it. */
export function pasteText(state: State, context: Context, text: string, isOne: boolean): Step {
  const world = worldOf(state, context);
  return carryOut(state, context, isOne ? growOne(world, text) : planted(world, parseOutline(text)));
}

/** Something was let go over the map. */
export function drop(state: State, context: Context, { at, what }: Intent<'dropped'>): Step {
  if (!canWrite(context)) return refused(state);
  const on = itemAt(targetAt(state, context, at, false));
  const spot = toMap(state.look.camera, at);
  const chosen = select(state, context, on === null ? [] : [on]);
  return both(chosen, (after) => {
    const address = addressIn(what.addresses);
    if (what.files.length > 0) return takeFiles(after, context, what.files, on, spot);
    if (address !== null) return dropAddress(after, context, address, what.text, spot);
    return take(after, context, what, spot);
  });
}

function take(state: State, context: Context, { branches, files, html, text }: Brought, at: Spot | null): Step {
  const world = worldOf(state, context, at);
  const own = branches === '' ? null : pasteBranches(world, branches);
  if (own !== null) return carryOut(state, context, own, { effects: [{ kind: 'adopt', branches }] });
  if (files.length > 0) return takeFiles(state, context, files, state.selection.focus, at);
  if (!hasList(html)) return carryOut(state, context, planted(world, parseOutline(text)));
  return to(state, { effects: [{ kind: 'read-html', html, text, at }] });
}

/** Files for the item (or where nothing is, for new ones): each as what it is, one after another. */
export function takeFiles(
  state: State,
  context: Context,
  files: readonly File[],
  on: ItemId | null,
  at: Spot | null,
): Step {
  if (!canWrite(context)) return refused(state);
  const taken = files.flatMap((file) => {
    const as = droppedAs(file);
    return as === 'unknown' ? [] : [{ as, file }];
  });
  return to(state, { effects: [{ kind: 'take-files', files: taken, on, at }] });
}

/** An image that was kept: the item's own if it has none, else a new item. */
export function placeImage(
  state: State,
  context: Context,
  {
    image,
    on,
    at,
  }: { readonly image: NonNullable<Item['image']>; readonly on: ItemId | null; readonly at: Spot | null },
): Step {
  const item = on === null ? undefined : context.map.items.get(on);
  const world = worldOf(state, context, at);
  const only = item === undefined ? world : { ...world, selection: selectionOf([item.id]) };
  const next: readonly Intent[] = [{ kind: 'reveal' }];
  if (item !== undefined && item.image === null) {
    // With its image it is larger; whoever has gone on meanwhile is left where they look.
    return carryOut(state, context, setFields(only, { image }), {
      next: state.selection.focus === item.id ? next : [],
    });
  }
  const plan = item === undefined ? addRoot(world, world.middle) : addChild(only);
  if (plan?.edit === undefined) return refused(state);
  const ops = plan.ops.map((op) => (op.kind === 'add' ? { ...op, fields: { ...op.fields, image } } : op));
  return carryOut(state, context, { ops, select: [plan.edit] }, { next });
}

/** Trees below the item, or below what is selected when none is named. */
export function plantTrees(state: State, context: Context, { trees, on, at }: Intents['trees']): Step {
  const world = worldOf(state, context, at);
  const selection = on === undefined ? world.selection : selectionOf(on === null ? [] : [on]);
  return carryOut(state, context, planted({ ...world, selection }, trees));
}

/** The first line of a tree becomes a new map's empty root; anywhere else trees grow as they are. */
function planted(world: World, trees: readonly OutlineNode[]): Plan | null {
  const root = emptyRoot(world);
  return root !== null && world.selection.focus === root ? plantOutline(world, root, trees) : growTrees(world, trees);
}

/** An address is a new item with a link, named by what came along with it. */
function dropAddress(state: State, context: Context, address: string, words: string, at: Spot): Step {
  const isBare = words === '' || words === address;
  const text = isBare ? address.replace(/^(?:https?:\/\/|mailto:)/, '').slice(0, 200) : words;
  const plan = growTrees(worldOf(state, context, at), [{ text, checkbox: null, children: [] }]);
  if (plan === null) return refused(state);
  const ops = plan.ops.map((op) => (op.kind === 'add' ? { ...op, fields: { ...op.fields, href: address } } : op));
  return carryOut(state, context, { ...plan, ops });
}
