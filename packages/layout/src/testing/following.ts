import { assert, must, parsePersonId, type PersonId } from '@bough/base';
import {
  applyOps,
  type Applied,
  childrenOf,
  emptyMap,
  type ItemId,
  type MindMap,
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  type Op,
  orderBetween,
  rollback,
  type Touched,
} from '@bough/map';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import { createInterMeasurer } from '@bough/text';
import { createLayout } from '../create-layout.ts';
import type { Layout } from '../layout.ts';
import { difference, holdDamage, pictureOf } from './pictures.ts';

// The law of following: after any changes a layout that followed them shows what one made afresh shows, and what looks different
// lies within the damage. Throws when it is broken.

/** What a run went through, so that a test can see that it was not empty. */
export interface FollowTally {
  updates: number;
  rolledBack: number;
  /** Links and comments in the pictures that were compared. */
  links: number;
  comments: number;
  /** Updates after which some of the picture was damaged, and after which all of it was. */
  damaged: number;
  damagedWhole: number;
}

/** How large a map is at the beginning, and how many changes it sees. */
export interface FollowSettings {
  readonly items: number;
  readonly links: number;
  readonly changes: number;
}

const measurer = createInterMeasurer();
const NOTHING_TOUCHED: Touched = {
  items: new Set(),
  removed: new Set(),
  parents: new Set(),
  links: new Set(),
  threads: new Set(),
  messages: new Set(),
  settings: false,
};

/** Lets a layout follow random changes of one seed: of items, links and threads, taken back at times, one by one or several at once. */
export function holdFollowing(seed: number, settings: FollowSettings): FollowTally {
  const dice = new Dice(seed);
  // Of its own, so that the changes of a seed are the ones they were.
  const folding = new Dice(seed + 1_000_003);
  const author = parsePersonId(dice.ids.long());
  assert(author !== null, 'ids make ids');
  const tally: FollowTally = {
    updates: 0,
    rolledBack: 0,
    links: 0,
    comments: 0,
    damaged: 0,
    damagedWhole: 0,
  };
  const world: World = { dice, author, memory: new Memory(), map: emptyMap(), folds: new Map() };
  plant(world, settings);
  const layout = createLayout(world.map, measurer);
  layout.scene.takeDamage();
  for (let i = 0; i < settings.changes; i++) {
    const says = `seed ${seed}, change ${i}`;
    const before = dice.chance(0.3) ? pictureOf(world.map, layout) : null;
    if (before !== null) layout.scene.takeDamage();
    const steps = stepsOf(world, tally);
    if (steps.length === 0) continue;
    const turned = folding.chance(0.3) ? turnedFolds(folding, world) : [];
    layout.showFolds(new Map(world.folds));
    layout.update(world.map, together([...steps, ...turned], world.map));
    tally.updates++;
    // Whether the damage is taken before anybody looks, or afterwards, is all the same.
    const early = dice.chance(0.5) ? layout.scene.takeDamage() : undefined;
    if (before === null && dice.chance(0.5)) continue;
    const after = pictureOf(world.map, layout);
    const damage = early === undefined ? layout.scene.takeDamage() : early;
    if (damage === null) tally.damagedWhole++;
    else if (before !== null) {
      tally.damaged++;
      holdDamage(before, after, damage, says);
    }
    const differs = difference(after, pictureOf(world.map, createLayout(world.map, measurer, { folds: world.folds })));
    assert(differs === null, `${says}: followed against afresh, ${differs}`);
    tally.links += Object.keys(after.groups).filter((id) => id.startsWith('link:')).length;
    tally.comments += badgesIn(layout);
  }
  return tally;
}

interface World {
  readonly dice: Dice;
  readonly author: PersonId;
  readonly memory: Memory;
  readonly map: MindMap;
  /** What somebody folded or opened for themself. */
  readonly folds: Map<ItemId, boolean>;
}

/** A map of so many items below one root, with links all over it. */
function plant({ dice, author, memory, map }: World, { items, links }: FollowSettings): void {
  const ids: ItemId[] = [];
  for (let i = 0; i < items; i++) {
    const id = memory.note(newItemId(dice.ids));
    const parent = dice.any(ids) ?? null;
    const last = childrenOf(map, parent).at(-1);
    const order = orderBetween(last === undefined ? null : (map.items.get(last)?.order ?? null), null, dice.random);
    must(
      applyOps(map, {
        author,
        at: 1,
        ops: [{ kind: 'add', id, parent, order, fields: { text: dice.text(6) } }],
      }),
    );
    ids.push(id);
  }
  for (let i = 0; i < links; i++) {
    const op = linkOp(dice, map);
    if (op !== null) must(applyOps(map, { author, at: 1, ops: [op] }));
  }
}

/** One change or several, or the last of them taken back, as the map was told to them. */
function stepsOf({ dice, author, memory, map }: World, tally: FollowTally): Touched[] {
  const steps: Applied[] = [];
  const touched: Touched[] = [];
  for (let n = dice.chance(0.2) ? 3 : 1; n > 0; n--) {
    const outcome = applyOps(map, { author, at: 1, ops: opsFor(dice, map, memory) });
    if (!outcome.ok) continue;
    steps.push(outcome.value);
    touched.push(outcome.value.touched);
  }
  while (steps.length > 0 && dice.chance(0.15)) {
    const last = steps.pop();
    if (last === undefined) break;
    rollback(map, last);
    tally.rolledBack++;
  }
  return touched;
}

/** Somebody folds an item for themself, opens it, or lets the map say it again. */
function turnedFolds(dice: Dice, { map, folds }: World): Touched[] {
  const id = dice.any([...map.items.keys()]);
  if (id === undefined) return [];
  if (folds.has(id) && dice.chance(0.5)) folds.delete(id);
  else folds.set(id, dice.chance(0.3));
  return [{ ...NOTHING_TOUCHED, items: new Set([id]) }];
}

/** Everything that several changes touched, as the map stands now. */
function together(all: readonly Touched[], map: MindMap): Touched {
  const named = all.flatMap(({ items, removed }) => [...items, ...removed]);
  return {
    items: new Set(named.filter((id) => map.items.has(id))),
    removed: new Set(named.filter((id) => !map.items.has(id))),
    parents: new Set(all.flatMap(({ parents }) => [...parents])),
    links: new Set(all.flatMap(({ links }) => [...links])),
    threads: new Set(all.flatMap(({ threads }) => [...threads])),
    messages: new Set(all.flatMap(({ messages }) => [...messages])),
    settings: all.some(({ settings }) => settings),
  };
}

/** Mostly what links and comments depend on. */
function opsFor(dice: Dice, map: MindMap, memory: Memory): Op[] {
  const id = dice.any([...map.items.keys()]);
  if (id === undefined || dice.chance(0.4)) return randomOps(dice, map, memory);
  const op = someOp(dice, map, id);
  return op === null ? [] : [op];
}

function someOp(dice: Dice, map: MindMap, id: ItemId): Op | null {
  switch (dice.below(8)) {
    case 0:
    case 1:
      return linkOp(dice, map);
    case 2:
      return { kind: 'set', id, fields: { isFolded: map.items.get(id)?.isFolded !== true } };
    case 3:
      return {
        kind: 'set',
        id,
        fields: { offset: { x: dice.below(600) - 300, y: dice.below(600) - 300 } },
      };
    case 4:
      return { kind: 'set', id, fields: { text: dice.text(12) } };
    case 5: {
      const thread = dice.any([...map.threads.values()]);
      const comment = thread?.comments[0];
      return thread === undefined || comment === undefined
        ? null
        : { kind: 'edit-comment', thread: thread.id, id: comment.id, text: null };
    }
    case 6:
      return {
        kind: 'comment',
        thread: newThreadId(dice.ids),
        item: id,
        id: newCommentId(dice.ids),
        text: 'why?',
      };
    default:
      return { kind: 'set', id, fields: { offset: null } };
  }
}

/** A link between any two items, new or instead of one that is there; some have labels that items stand in the way of. */
function linkOp(dice: Dice, map: MindMap): Op | null {
  const ids = [...map.items.keys()];
  const [from, to] = [dice.any(ids), dice.any(ids)];
  if (from === undefined || to === undefined || from === to) return null;
  const id = (dice.chance(0.2) ? dice.any([...map.links.keys()]) : undefined) ?? newLinkId(dice.ids);
  const label = dice.chance(0.6) ? dice.one(['is', 'hangs together with', 'was there long before']) : '';
  const points = dice.chance(0.2) ? [{ x: dice.below(200) - 100, y: dice.below(200) - 100 }] : [];
  return {
    kind: 'link',
    link: { id, from, to, label, colour: null, arrow: dice.one(['none', 'end', 'both']), points },
  };
}

function badgesIn(layout: Layout): number {
  let count = 0;
  for (const { group } of layout.scene.visible(layout.bounds()))
    if (group.commands.some(({ hit }) => hit?.kind === 'comments')) count++;
  return count;
}
