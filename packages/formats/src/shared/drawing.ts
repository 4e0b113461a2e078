import { DraftBuilder } from './draft-builder.ts';
import type { Draft, DraftLink, OpenFields } from './draft.ts';
import { Forest } from './forest.ts';
import type { Reporter } from './report.ts';
import { titleOf } from './title.ts';
import { need } from './unreadable.ts';

// A drawing of shapes and arrows as a map. Nobody said there which shape is the parent: the first arrow that leads to a shape, unless it would
// close a circle, makes it a child; all others are links. What lies in a frame or group, without an arrow to it, stands below it. The
// report always says that this was guessed.

export interface DrawnShape {
  readonly id: string;
  readonly fields: OpenFields;
  /** In pixels, from the left and from the top. */
  readonly x: number;
  readonly y: number;
  /** The shape that it lies in. */
  readonly within: string | null;
  /** Which page or sheet it is on. */
  readonly page: number;
}

export interface DrawnArrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly arrow: DraftLink['arrow'];
  readonly colour: string | null;
}

export interface Drawing {
  readonly title: string;
  readonly shapes: readonly DrawnShape[];
  readonly arrows: readonly DrawnArrow[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Pages stand below each other. */
const PAGE_APART = 2_000;

/** The drawing's shapes as items in their reading order, its arrows as tree and links. */
export function draftOfDrawing({ title, shapes, arrows, files }: Drawing, reporter: Reporter): Draft {
  const ordered = shapes.toSorted((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  const index = new Map(ordered.map(({ id }, i) => [id, i]));
  const forest = new Forest(ordered.length);
  const links: DrawnArrow[] = [];
  let branches = 0;
  for (const drawn of arrows) {
    const [from, to] = [index.get(drawn.from), index.get(drawn.to)];
    if (from === undefined || to === undefined || from === to) {
      reporter.note('lost', 'An arrow that does not lead from one shape to another.', drawn.label);
    } else if (!forest.tryHang(to, from)) {
      links.push(drawn);
    } else {
      branches++;
      if (drawn.label !== '') reporter.note('lost', 'The words at an edge of the tree.', drawn.label);
    }
  }
  ordered.forEach(({ within, fields }, i) => {
    const at = within === null ? undefined : index.get(within);
    if (at !== undefined && forest.tryHang(i, at))
      reporter.note('approximated', 'What lay in a group stands below it.', fields.text);
  });
  need(ordered.length > 0, 'empty', 'There is nothing in it.');
  if (branches > 0)
    reporter.note(
      'approximated',
      'The tree was guessed: a shape stands below the one that the first arrow to it comes from.',
    );
  else if (ordered.length > 1)
    reporter.note('approximated', 'No arrow leads from one shape to another: each one became a root where it stood.');
  const builder = new DraftBuilder();
  const places = forest.inOrder('number');
  const sides = sidesOf(places, ordered);
  const corner = ordered[places[0]?.node ?? 0];
  places.forEach(({ node, level }, i) => {
    const shape = ordered[node];
    if (shape === undefined) return;
    const { id, x, y, page } = shape;
    const side = sides[i];
    const fields = side === undefined ? shape.fields : { ...shape.fields, side };
    const offset = { x: Math.round(x - (corner?.x ?? 0)), y: Math.round(y - (corner?.y ?? 0)) + page * PAGE_APART };
    builder.add(level, id, level === 1 ? { ...fields, offset } : fields);
  });
  for (const { from, to, ...said } of links) builder.link(from, to, said);
  for (const [name, bytes] of files) builder.files.set(name, bytes);
  builder.settings = { title: title || titleOf(builder.items) };
  return builder.draft();
}

/** The side of each branch of a root that has some on its left; no sides where all stand on its right. */
function sidesOf(
  places: readonly { readonly node: number; readonly level: number }[],
  shapes: readonly DrawnShape[],
): ('left' | 'right' | undefined)[] {
  let root = 0;
  const roots = places.map(({ level }, i) => {
    if (level === 1) root = i;
    return root;
  });
  const isLeft = places.map(({ node, level }, i) => {
    const above = shapes[places[roots[i] ?? 0]?.node ?? 0];
    return level === 2 && above !== undefined && (shapes[node]?.x ?? 0) < above.x;
  });
  const twoSided = new Set(roots.filter((_, i) => isLeft[i] === true));
  return places.map(({ level }, i) => {
    if (level !== 2 || !twoSided.has(roots[i] ?? 0)) return undefined;
    return isLeft[i] === true ? 'left' : 'right';
  });
}
