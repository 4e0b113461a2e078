import { isRecord } from '@bough/base';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, packForeign } from '../shared/draft.ts';
import { jsonOf } from '../shared/json.ts';
import type { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';
import { Forest } from '../shared/forest.ts';
import { titleOf } from '../shared/title.ts';

// JSON Canvas 1.0: boxes with places, and edges. The first edge that leads to a box, unless it would close a circle, makes it a
// child; every other edge is a link. A box inside a group, to which no edge leads, stands below the group.

type Members = Readonly<Record<string, unknown>>;

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
  for (const edge of recordsOf(canvas['edges'])) {
    const from = index.get(textOf(edge['fromNode']));
    const to = index.get(textOf(edge['toNode']));
    if (from === undefined || to === undefined)
      reporter.note('lost', 'An edge whose end is no box.', textOf(edge['label']));
    else if (isRecord(edge['bough']) || !forest.tryHang(to, from)) links.push(edge);
    else if (textOf(edge['label']) !== '')
      reporter.note('lost', 'The words at an edge of the tree.', textOf(edge['label']));
  }
  placeInGroups(boxes, forest, reporter);
  const builder = new DraftBuilder();
  for (const { node, level } of forest.inOrder()) {
    const box = boxes[node];
    if (box !== undefined) builder.add(level, box.id, fieldsOf(box, level, reporter));
  }
  for (const { fromNode, toNode, label, toEnd, fromEnd, color, bough } of links) {
    const arrow = toEnd === 'none' ? 'none' : fromEnd === 'arrow' ? 'both' : 'end';
    const said = { label: textOf(label), arrow, colour: colourOf(color) } as const;
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
    const id = textOf(members['id']) || `#${boxes.length}`;
    if (ids.has(id)) {
      reporter.note('repaired', 'Of two boxes with one id the first one is linked.', id);
      continue;
    }
    ids.add(id);
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(members[name]) || 0);
    boxes.push({ id, members, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 });
  }
  return boxes;
}

/** Smaller groups first, so that a box stands in the innermost one around it. */
function placeInGroups(boxes: readonly Box[], forest: Forest, reporter: Reporter): void {
  const groups = boxes
    .map((box, i) => ({ box, i }))
    .filter(({ box }) => box.members['type'] === 'group')
    .sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
    .slice(0, 1000);
  for (const [i, box] of boxes.entries()) {
    const around = groups.find((group) => group.i !== i && isInside(box, group.box));
    if (around !== undefined && forest.tryHang(i, around.i)) {
      reporter.note('approximated', 'What lay in a group stands below it.', textOf(around.box.members['label']));
    }
  }
}

function isInside(box: Box, group: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= group.x && x <= group.x + group.width && y >= group.y && y <= group.y + group.height;
}

function fieldsOf(box: Box, level: number, reporter: Reporter): DraftItem['fields'] {
  const { text, url, file, label, color, bough, ...others } = box.members;
  const fields: Record<string, unknown> = { text: textOf(text) || textOf(label) || textOf(file) || textOf(url) };
  if (/^https?:\/\/\S+$/i.test(textOf(url))) fields['href'] = url;
  if (typeof file === 'string') reporter.note('kept', 'A file that the canvas shows.', file);
  const colour = colourOf(color);
  if (colour !== null) fields['colour'] = colour;
  if (level === 1) fields['offset'] = { x: box.x || 0, y: box.y || 0 };
  if (isRecord(bough)) return { ...fields, ...bough } as DraftItem['fields'];
  const foreign = packForeign({
    format: 'canvas',
    members: { ...others, ...(typeof file === 'string' ? { file } : {}) },
  });
  return { ...fields, ...(foreign === null ? {} : { foreign }) } as DraftItem['fields'];
}

/** The format's six colours (red, orange, yellow, green, cyan, purple) as branch hues. */
const HUES = ['0', '2', '7', '4', '6', '3'] as const;

function colourOf(color: unknown): string | null {
  const said = textOf(color).toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(said)) return said;
  return /^[1-6]$/.test(said) ? (HUES[Number(said) - 1] ?? null) : null;
}

function recordsOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').toWellFormed() : '';
}
