import { isRecord } from '@bough/base';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, packForeign } from '../shared/draft.ts';
import { jsonOf, textOf, type Members, wordsIn } from '../shared/json.ts';
import type { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';
import { colourOfCanvas } from './colours.ts';
import { groupAround, groupsIn } from './groups.ts';
import { Forest } from '../shared/forest.ts';
import { titleOf } from '../shared/title.ts';

// JSON Canvas 1.0: boxes with places, and edges. The first edge that leads to a box, unless it would close a circle, makes it a
// child; every other edge is a link. A box inside a group, to which no edge leads, stands below the group.

interface Box {
  readonly id: string;
  readonly members: Members;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes as items, the edges as tree and links. */
export function readCanvas(source: string, reporter: Reporter): Draft {
  const canvas = parse(source);
  const boxes = boxesOf(canvas['nodes'], reporter);
  const index = new Map(boxes.map((box, i) => [box.id, i]));
  const forest = new Forest(boxes.length);
  const links: Members[] = [];
  const branches = new Map<number, Members>();
  for (const edge of recordsOf(canvas['edges'])) {
    const from = index.get(textOf(edge['fromNode']));
    const to = index.get(textOf(edge['toNode']));
    if (from === undefined || to === undefined)
      reporter.note('lost', 'An edge whose end is no box.', textOf(edge['label']));
    else if (isRecord(edge['bough']) || !forest.tryHang(to, from)) links.push(edge);
    else {
      branches.set(to, edge);
      if (textOf(edge['label']) !== '')
        reporter.note('kept', 'The words at an edge of the tree.', textOf(edge['label']));
    }
  }
  placeInGroups(boxes, forest, reporter);
  const builder = new DraftBuilder();
  for (const { node, level } of forest.inOrder()) {
    const box = boxes[node];
    if (box !== undefined) builder.add(level, box.id, fieldsOf(box, { level, edge: branches.get(node) }, reporter));
  }
  for (const { fromNode, toNode, label, toEnd, fromEnd, color, bough } of links) {
    const arrow = toEnd === 'none' ? 'none' : fromEnd === 'arrow' ? 'both' : 'end';
    const said = { label: wordsIn(label, reporter), arrow, colour: colourOfCanvas(color) } as const;
    builder.link(textOf(fromNode), textOf(toNode), { ...said, ...(isRecord(bough) ? bough : {}) });
  }
  const settings = isRecord(canvas['bough']) ? canvas['bough'] : {};
  builder.settings = { title: titleOf(builder.items), ...settings };
  return builder.draft();
}

function parse(source: string): Members {
  const value = jsonOf(source);
  need(
    isRecord(value) && (Array.isArray(value['nodes']) || Array.isArray(value['edges'])),
    'not-this-format',
    'It is no JSON Canvas.',
  );
  return value;
}

function boxesOf(nodes: unknown, reporter: Reporter): Box[] {
  const boxes: Box[] = [];
  const ids = new Set<string>();
  for (const members of recordsOf(nodes)) {
    const own = textOf(members['id']) || `#${boxes.length}`;
    if (ids.has(own)) reporter.note('repaired', 'Of two boxes with one id the first one is linked.', own);
    // What nobody can name is there all the same.
    const id = ids.has(own) ? `${own}#${boxes.length}` : own;
    ids.add(id);
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(members[name]) || 0);
    boxes.push({ id, members, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 });
  }
  return boxes;
}

/** A box that Bough wrote stands in a group only where Bough says so: another one may have come to lie over it. */
function placeInGroups(boxes: readonly Box[], forest: Forest, reporter: Reporter): void {
  const groups = groupsIn(boxes, (i) => boxes[i]?.members['type'] === 'group');
  for (const [i, { members }] of boxes.entries()) {
    const own = members['bough'];
    const at = isRecord(own) && own['isInGroup'] !== true ? undefined : groupAround(i, boxes, groups);
    if (at !== undefined && forest.tryHang(i, at) && !isRecord(own))
      reporter.note('approximated', 'What lay in a group stands below it.', textOf(boxes[at]?.members['label']));
  }
}

function fieldsOf(
  box: Box,
  { level, edge }: { readonly level: number; readonly edge: Members | undefined },
  reporter: Reporter,
): DraftItem['fields'] {
  const { text, url, file, label, color, bough, ...others } = box.members;
  const fields: Record<string, unknown> = {
    text: wordsIn(text, reporter) || wordsIn(label, reporter) || textOf(file) || textOf(url),
  };
  if (/^https?:\/\/\S+$/i.test(textOf(url))) fields['href'] = url;
  if (typeof file === 'string') reporter.note('kept', 'A file that the canvas shows.', file);
  const colour = colourOfCanvas(color);
  if (colour !== null) fields['colour'] = colour;
  if (level === 1) fields['offset'] = { x: box.x || 0, y: box.y || 0 };
  if (isRecord(bough)) {
    const { isInGroup: _, ...own } = bough;
    return { ...fields, ...own } as DraftItem['fields'];
  }
  const { fromNode: _from, toNode: _to, ...look } = edge ?? {};
  const foreign = packForeign({
    format: 'canvas',
    members: {
      ...others,
      ...(typeof file === 'string' ? { file } : {}),
      ...(edge === undefined ? {} : { edge: look }),
    },
  });
  return { ...fields, ...(foreign === null ? {} : { foreign }) } as DraftItem['fields'];
}

function recordsOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
