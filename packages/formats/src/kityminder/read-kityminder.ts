import { isRecord } from '@bough/base';
import { ownImage } from '../shared/bundle.ts';
import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, packForeign } from '../shared/draft.ts';
import { jsonOf, listOf, membersOf, textOf, type Members, wordsIn } from '../shared/json.ts';
import { ownOver } from '../shared/packed-members.ts';
import type { Reporter } from '../shared/report.ts';
import { dressed, markdownOfWords } from '../shared/text/inline-markdown.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';

// KityMinder (and Baidu's Naotu): one root, each node with its members in `data` and its nodes in `children`. Words are plain, notes Markdown.

/** The items of the file. */
export function readKityminder(source: string, reporter: Reporter): Draft {
  const file = jsonOf(source);
  need(isKityminder(file), 'not-this-format', 'It is no map of KityMinder.');
  const { root, bough, ...others } = file;
  const own = membersOf(bough);
  const builder = new DraftBuilder();
  // Several roots stand below one that only says what the map is called.
  const first: readonly unknown[] = own['roots'] === 'wrapped' ? listOf(membersOf(root)['children']) : [root];
  const work = first.map((raw) => ({ raw, level: 1 })).reverse();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const node = membersOf(next.raw);
    const data = membersOf(node['data']);
    const key = textOf(data['id']);
    builder.add(next.level, key === '' ? undefined : key, fieldsOf(data, builder, reporter));
    const level = next.level + 1;
    for (const raw of listOf(node['children']).toReversed()) work.push({ raw, level });
  }
  for (const link of listOf(own['links']).filter(isRecord)) {
    const { from, to, ...said } = link;
    if (builder.has(textOf(from)) && builder.has(textOf(to))) builder.link(textOf(from), textOf(to), said);
  }
  const foreign = packForeign({ format: 'kityminder', members: own['look'] === 'unset' ? {} : others });
  const title = titleOf(builder.items);
  builder.settings = { title, ...(foreign === null ? {} : { foreign }), ...membersOf(own['settings']) };
  return builder.draft();
}

/** Whether the value is what KityMinder writes. */
export function isKityminder(value: unknown): value is Members {
  return isRecord(value) && isRecord(value['root']) && isRecord(value['root']['data']);
}

const KNOWN = new Set([
  'id', 'text', 'note', 'hyperlink', 'image', 'imageSize', 'expandState', 'priority', 'font-weight', 'font-style', 'bough',
]); // prettier-ignore
/** What every node has, or the program makes anew. */
const UNTOLD = new Set(['created', 'layout', 'hyperlinkTitle', 'imageTitle', 'currentstyle']);

function fieldsOf(data: Members, builder: DraftBuilder, reporter: Reporter): DraftItem['fields'] {
  const words = wordsIn(data['text'], reporter);
  const fields: Record<string, unknown> = {
    text: dressed(markdownOfWords(words), data['font-weight'] === 'bold', data['font-style'] === 'italic'),
  };
  const note = wordsIn(data['note'], reporter);
  if (note !== '') fields['note'] = note;
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    if (KNOWN.has(name) || value === null || value === '') continue;
    const box = name === 'progress' ? BOXES.get(value) : undefined;
    if (box !== undefined) {
      fields['checkbox'] = box;
      continue;
    }
    others[name] = value;
    if (!UNTOLD.has(name)) reporter.note('kept', `What only KityMinder knows: ${name}.`, words);
  }
  const address = textOf(data['hyperlink']);
  if (isWebAddress(address)) fields['href'] = address;
  else if (address !== '') {
    others['hyperlink'] = address;
    reporter.note('kept', 'An address outside of the web.', address);
  }
  if (data['expandState'] === 'collapse') fields['isFolded'] = true;
  const { priority } = data;
  if (typeof priority === 'number' && priority >= 1 && priority <= 9) fields['icon'] = `${priority}\ufe0f\u20e3`;
  const image = imageOf(data, builder);
  if (image !== null) fields['image'] = image;
  else if (textOf(data['image']) !== '') others['image'] = data['image'];
  const foreign = packForeign({ format: 'kityminder', members: others });
  const all = { ...fields, ...(foreign === null ? {} : { foreign }) } as DraftItem['fields'];
  return ownOver(all, membersOf(data['bough']), { text: words, note: plainWords(note) });
}

/** The first and the last of nine steps are a box. */
const BOXES: ReadonlyMap<unknown, 'open' | 'done'> = new Map([
  [1, 'open'],
  [9, 'done'],
]);

function imageOf(data: Members, builder: DraftBuilder): object | null {
  const address = textOf(data['image']);
  const size = membersOf(data['imageSize']);
  const [width, height] = [size['width'], size['height']].map((length) =>
    typeof length === 'number' && length > 0 ? length : 200,
  );
  if (address.startsWith('https://')) return { source: address, width, height };
  const bytes = ownImage(address)?.bytes ?? null;
  if (bytes === null) return null;
  const name = `image ${builder.files.size}`;
  builder.files.set(name, bytes);
  return { source: `file:${name}`, width, height };
}
