import { assert, makeIds, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { createLayout, type Layout } from '@bough/layout';
import { applyOps, childrenOf, emptyMap, type ItemId, type MindMap, Orders, type Touched } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import type { CommandId } from '../commands/table.ts';
import { addRoot } from '../commands/edits/grow.ts';
import { outlineOf } from '../commands/edits/mark.ts';
import { planFor } from '../commands/plan.ts';
import { plantOutline } from '../commands/edits/plant.ts';
import type { Plan, World } from '../commands/world.ts';
import { parseOutline, writeOutline } from '../commands/edits/outline.ts';
import { NOTHING, pruned, type Selection, selectionOf } from '../commands/selection.ts';

/** A small map, as an outline. */
export const TREES = 'trees\n\toak\n\t\tacorn\n\t\tbark\n\t\tleaf\n\tash\n\tyew\n\telm';

/** A map with a person at it: commands are run, their plans applied, the layout follows. */
export class Table {
  readonly map: MindMap = emptyMap();
  readonly layout: Layout = createLayout(this.map, createInterMeasurer());
  selection: Selection = NOTHING;
  /** What the last plan touched. */
  touched: Touched | null = null;
  readonly #random = seededRandom(7);
  readonly #ids = makeIds(new VirtualClock(), this.#random);
  readonly #orders = new Orders(this.#random);

  constructor(outline: string) {
    const plan = addRoot(this.world(), { x: 0, y: 0 });
    this.take(plan);
    this.take(plantOutline(this.world(), plan.edit ?? this.named(''), parseOutline(outline)));
  }

  world(): World {
    const { map, layout, selection } = this;
    return {
      map,
      layout,
      selection,
      ids: this.#ids,
      orders: this.#orders,
      middle: { x: 0, y: 0 },
      isFolded: (item) => item.isFolded,
    };
  }
  run(command: CommandId, isInOutline = false): boolean {
    const plan = planFor(command, { ...this.world(), isInOutline });
    this.take(plan);
    return plan !== null;
  }
  take(plan: Plan | null): void {
    if (plan === null) return;
    const author = parsePersonId(this.#ids.long()) ?? this.fail();
    if (plan.ops.length > 0) {
      const applied = applyOps(this.map, { author, at: 0, ops: plan.ops });
      assert(applied.ok, `the map takes the plan: ${applied.ok ? '' : applied.error.detail}`);
      this.touched = applied.value.touched;
      this.layout.update(this.map, this.touched);
    }
    if (plan.select !== undefined) this.selection = selectionOf(plan.select);
    this.selection = pruned(this.selection, (id) => this.map.items.has(id));
  }
  named(text: string): ItemId {
    return [...this.map.items.values()].find((item) => item.text === text)?.id ?? this.fail();
  }
  select(...texts: string[]): void {
    this.selection = selectionOf(texts.map((text) => this.named(text)));
  }
  get outline(): string {
    return writeOutline(outlineOf(this.map, new Set(childrenOf(this.map, null))));
  }
  get focus(): string | undefined {
    return this.map.items.get(this.selection.focus ?? this.fail())?.text;
  }
  fail(): never {
    throw new Error('not on this table');
  }
}
