import { unreachable } from '@bough/base';
import type { Rect, Spot } from '@bough/scene';
import { bendLine, bendLink, resize } from '../../commands/edits/bend.ts';
import { addChild, addRoot, insertParent } from '../../commands/edits/grow.ts';
import { changeLink } from '../../commands/edits/links.ts';
import { tick } from '../../commands/edits/mark.ts';
import { presetOf } from '../../commands/presets.ts';
import { extended, selectionOf, toggled } from '../../commands/selection.ts';
import { straighten } from '../../commands/edits/tidy.ts';
import { panBy, toMap } from '../camera/camera.ts';
import { canWrite, type Context, worldOf } from '../context.ts';
import { dragItems, drawBranch, dropItems } from './dragging.ts';
import type { Intent } from '../intent.ts';
import { fly, foundBack, jump, zoomedAt } from '../camera/looking.ts';
import { isFar } from '../picture/far.ts';
import { foldedAs } from '../folding/folding.ts';
import { isFoldedIn } from '../folding/folds.ts';
import { DOUBLE_MS, type Gesture, type ItemHit } from './pointer-tool.ts';
import { carryOut, finishLink, goTo, select, startEdit } from '../selecting.ts';
import type { Hand, State } from '../state.ts';
import { both, type Effect, refused, type Step, to } from '../step.ts';

type Kinds = { readonly [G in Gesture as G['kind']]: G };
type GestureOf<K extends keyof Kinds> = { readonly [P in K]: { readonly kind: P } & Kinds[P] }[K];

/** What each gesture means. */
const GESTURES: { readonly [K in keyof Kinds]: (state: State, context: Context, gesture: GestureOf<K>) => Step } = {
  select: choose,
  'select-nothing': (state, context) => select({ ...state, linking: null }, context, []),
  edit: (state, context, { id }) => (canWrite(context) ? startEdit(state, context, id) : refused(state)),
  pan: (state, _context, { dx, dy }) => to(jump(state, panBy(state.look.camera, dx, dy))),
  // Goes on as the hand did; not for who wants no motion.
  fling: (state, context, { dx, dy }) =>
    to(context.settings.reducedMotion ? state : fly(state, context, panBy(state.look.camera, dx, dy))),
  zoom: (state, context, { at, factor }) => to(jump(state, zoomedAt(state.look.camera, context, at, factor))),
  menu: (state, _context, { at }) => to({ ...state, menu: at }),
  forget,
  'drag-items': (state, context, gesture) =>
    gesture.isDone
      ? both(forget(state), (after) => dropItems(after, context, gesture))
      : to(dragItems(state, context, gesture), {
          effects: [{ kind: 'share', cursor: toMap(state.look.camera, gesture.at) }],
        }),
  'drag-branch': (state, context, { id, at }) => to(drawBranch(state, context, id, at)),
  band: drawBand,
  open: (state, context, { target }) => open(state, context, target),
  'add-root': beginRoot,
  'add-branch': addBranch,
  'insert-parent': (state, context, { id }) => {
    const only = { ...state, link: null, selection: selectionOf([id]) };
    return carryOut(only, context, insertParent(worldOf(only, context)));
  },
  colour: (state, context, { at }) => (canWrite(context) ? asks(state, 'colour', at) : refused(state)),
  'select-link': (state, context, { id }) => selectLink(state, context, id),
  straighten: (state, context, { line }) => {
    const world = worldOf(state, context);
    if (line.what === 'link') return carryOut(state, context, changeLink(world, line.id, { points: [] }));
    return carryOut(state, context, straighten({ ...world, selection: selectionOf([line.id]) }));
  },
  bend,
  resize: pull,
};

/** Does what the pointers mean. */
export function perform<K extends keyof Kinds>(state: State, context: Context, gesture: GestureOf<K>): Step {
  return GESTURES[gesture.kind](state, context, gesture);
}

/** Who sees nothing of the map looks for it, and wants no root in the void; who is so far away that nobody could see it goes nearer. */
function beginRoot(state: State, context: Context, { at }: Kinds['add-root']): Step {
  const { camera, isLost } = state.look;
  if (isLost) return to(foundBack(state, context));
  if (isFar(camera.scale, 0)) return to(fly(state, context, zoomedAt(camera, context, at, 1 / camera.scale)));
  return carryOut(state, context, addRoot(worldOf(state, context), toMap(camera, at)));
}

/** The link is selected, and nothing else. */
export function selectLink(state: State, context: Context, link: State['link']): Step {
  if (link === null) return to({ ...state, link });
  return both(select(state, context, []), (after) => to({ ...after, link }));
}

/** What was begun is forgotten, and everything shown of it. */
function forget(state: State): Step {
  const { bentAt, widthBefore } = state.hand;
  const hand: Hand = { ...state.hand, band: null, drag: null, pointer: null, bentAt: null, widthBefore: null };
  const after = { ...state, hand };
  const isNewStep = bentAt !== null || widthBefore !== null;
  return to(after, { isNewStep, effects: [{ kind: 'repaint' }] });
}

function choose(state: State, context: Context, { id, how }: Kinds['select']): Step {
  if (how === 'toggle') return select(state, context, [...toggled(state.selection, id).ids]);
  if (state.linking !== null) return finishLink(state, context, id);
  const { effects, ...only } = select(state, context, [id]);
  const bringIn: Intent = { kind: 'bring-in', press: state.hand.presses };
  // Not before a second click could come: it is meant for what the first one hit.
  const chosen: Step = { ...only, effects: [...effects, { kind: 'wake', afterMs: DOUBLE_MS, intent: bringIn }] };
  const isEdited = canWrite(context) && presetOf(context.settings.preset).clickEdits;
  return isEdited ? both(chosen, (after) => startEdit(after, context, id)) : chosen;
}

function open(state: State, context: Context, target: ItemHit): Step {
  switch (target.kind) {
    case 'href': {
      const id = /^item:(.*)$/.exec(target.href)?.[1];
      if (id === undefined) return to(state, { effects: [{ kind: 'open', href: target.href }] });
      const item = [...context.map.items.keys()].find((one) => one === id);
      return item === undefined ? refused(state) : goTo(state, context, item);
    }
    case 'checkbox':
      return carryOut(state, context, tick(worldOf(state, context), target.id));
    case 'note':
    case 'icon':
      return asks(state, target.kind, null);
    case 'comments':
      return asks(state, 'comment', null);
    case 'fold': {
      const item = context.map.items.get(target.id);
      if (item === undefined) return refused(state);
      const fields = { isFolded: !isFoldedIn(state.folds, item) };
      const made = foldedAs(state, context, { ops: [{ kind: 'set', id: item.id, fields }] });
      return carryOut(made.state, context, made.plan);
    }
    case 'item':
    case 'line':
    case 'image':
      return to(state);
    default:
      return unreachable(target);
  }
}

/** A branch from the + handle: where it was drawn to, or in its place. */
function addBranch(before: State, context: Context, { id, at }: Kinds['add-branch']): Step {
  const { hovered } = before.hand;
  const { state, effects } = forget(before);
  const side = hovered?.id === id ? hovered.side : null;
  const only = { ...state, link: null, selection: selectionOf([id]) };
  const plan = addChild(worldOf(only, context));
  const made = plan?.edit;
  const box = context.layout.box(id);
  if (plan === null || made === undefined) return to(only, { effects });
  const spot = at === null ? null : toMap(state.look.camera, at);
  const isRoot = context.map.items.get(id)?.parent === null;
  const goesLeft = spot !== null && box !== null ? spot.x < box.x + box.width / 2 : side === -1;
  const isSided = isRoot && (side !== null || spot !== null);
  const ops = plan.ops.map((op) =>
    op.kind === 'add' && isSided
      ? { ...op, fields: { ...op.fields, side: goesLeft ? ('left' as const) : ('right' as const) } }
      : op,
  );
  const then = [{ kind: 'place-branch', id: made, below: id, spot }] as const;
  return carryOut(only, context, { ops }, { name: `branch:${made}`, effects, next: then });
}

/** A new branch stands where it was drawn to, and is edited. */
export function placeBranch(state: State, context: Context, { id, below, spot }: Intent<'place-branch'>): Step {
  const offset = spot === null ? null : context.layout.offsetAt(id, { x: spot.x - 20, y: spot.y - 12 });
  const ops = offset === null ? [] : [{ kind: 'set', id, fields: { offset } } as const];
  const then = [{ kind: 'settle', select: [id], edit: id, before: below }] as const;
  return to(state, { ops, name: `branch:${id}`, otherwise: state, next: then });
}

function bend(state: State, context: Context, { line, at, isDone }: Kinds['bend']): Step {
  const world = worldOf(state, context);
  const spot = toMap(state.look.camera, at);
  const plan =
    line.what === 'line' ? bendLine(world, line.id, spot, state.hand.bentAt ?? spot) : bendLink(world, line.id, spot);
  return held(state, context, plan, `bend:${line.id}`, { bentAt: isDone ? null : spot }, isDone);
}

function pull(state: State, context: Context, gesture: Kinds['resize']): Step {
  const { id, grip, from, at, isDone } = gesture;
  const { layout, map } = context;
  const item = map.items.get(id);
  if (item === undefined) return refused(state);
  const now = grip === 'image' ? item.image?.width : (item.width ?? layout.words(id)?.width);
  const before = state.hand.widthBefore ?? now ?? 100;
  const outward = layout.box(id)?.side === 'left' ? -1 : 1;
  const by = ((at.x - from.x) / state.look.camera.scale) * outward;
  const plan = resize(worldOf(state, context), id, grip, before, by);
  return held(state, context, plan, `resize:${id}`, { widthBefore: isDone ? null : before }, isDone);
}

/** One step of something that is pulled; with its last one the step of undo ends too. */
function held(
  state: State,
  context: Context,
  plan: ReturnType<typeof resize>,
  name: string,
  hand: Partial<Hand>,
  isDone: boolean,
): Step {
  const after = { ...state, hand: { ...state.hand, ...hand } };
  const then = isDone ? ([{ kind: 'end-step' }] as const) : [];
  return { ...carryOut(after, context, plan, { name, otherwise: after }), next: then };
}

function drawBand(state: State, context: Context, { from, to: end, isDone }: Kinds['band']): Step {
  const before = state.hand.band?.before ?? state.selection.ids;
  const rect: Rect = {
    x: Math.min(from.x, end.x),
    y: Math.min(from.y, end.y),
    width: Math.abs(end.x - from.x),
    height: Math.abs(end.y - from.y),
  };
  const { camera } = state.look;
  const area = { ...toMap(camera, rect), width: rect.width / camera.scale, height: rect.height / camera.scale };
  const ids = extended({ ids: before, focus: null }, context.layout.itemsIn(area)).ids;
  const drawn = { ...state, hand: { ...state.hand, band: isDone ? null : { before, rect } } };
  return select(drawn, context, [...ids]);
}

function asks(state: State, command: Effect<'ask'>['command'], at: Spot | null): Step {
  return to(state, { effects: [{ kind: 'ask', command, at }] });
}
