import { utf8Encode } from '@bough/base';
import type { FileOf } from '../shared/bundle.ts';
import { type Draft, type DraftItem, namesOf, unpackForeign, withForeign } from '../shared/draft.ts';
import { writtenSigns } from '../shared/field-places.ts';
import { dressed, markdownOfWords, wholeStyle } from '../shared/text/inline-markdown.ts';
import { paragraphsOf } from '../shared/text/markdown-to-html.ts';
import { withOriginal } from '../shared/originals.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import type { Reporter } from '../shared/report.ts';
import { writeZip } from '../shared/zip.ts';
import { markerOf } from './markers.ts';
import { OWN_TOPIC } from './read-xmind.ts';
import { fontOf, withFont } from './topic-font.ts';
import { isNoteOf } from './topic-note.ts';

// XMind's newer form. It knows one root topic; the map's other roots float beside it. What XMind has no word for stands in
// members called `bough`, which it leaves alone.

interface TopicJson {
  readonly [name: string]: unknown;
  readonly id: string;
  children?: { attached?: TopicJson[]; detached?: TopicJson[] };
}

/** The draft as an .xmind archive. */
export function writeXmind(draft: Draft, fileOf: FileOf, reporter: Reporter): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  const ids = namesOf(
    draft,
    (foreign) => unpackForeign(foreign, 'xmind').members['id'],
    (key) => OWN_TOPIC + key,
  );
  const { title = '', foreign = null, ...settings } = draft.settings;
  const own = withForeign({ words: 'plain', ...settings }, foreign, 'xmind');
  const path: TopicJson[] = [];
  let root: TopicJson | undefined;
  for (const item of draft.items) {
    const topic = topicOf(item, { ids, fileOf, files, reporter });
    path.length = item.level - 1;
    const parent = path.at(-1);
    if (parent !== undefined) ((parent.children ??= {}).attached ??= []).push(topic);
    else if (root === undefined) root = topic;
    else ((root.children ??= {}).detached ??= []).push(topic);
    path.push(topic);
  }
  const sheet = {
    id: `${OWN_TOPIC}sheet`,
    class: 'sheet',
    ...unpackForeign(foreign, 'xmind').members,
    title,
    rootTopic: root,
    relationships: draft.links.map(({ from, to, label, ...more }, i) => ({
      id: `${OWN_TOPIC}link-${i}`,
      end1Id: ids.get(from),
      end2Id: ids.get(to),
      title: label,
      bough: more,
    })),
    bough: own,
  };
  const entries = ['content.json', 'metadata.json', ...Object.keys(files)];
  return writeZip({
    'content.json': json([sheet]),
    'metadata.json': json({ creator: { name: 'Bough', version: '1' } }),
    'manifest.json': json({ 'file-entries': Object.fromEntries(entries.map((name) => [name, {}])) }),
    ...files,
  });
}

function json(value: unknown): Uint8Array {
  return utf8Encode(JSON.stringify(value));
}

interface Written {
  readonly ids: ReadonlyMap<string, string>;
  readonly fileOf: FileOf;
  readonly files: Record<string, Uint8Array>;
  readonly reporter: Reporter;
}

function topicOf(item: DraftItem, { ids, fileOf, files, reporter }: Written): TopicJson {
  const { text, note, href, icon, image, isFolded, offset, foreign, ...others } = item.fields;
  const { signs, names } = writtenSigns('xmind', item.fields);
  const own = Object.entries(others).filter(([name]) => !names.has(name));
  const { notes: keptNotes, ...kept } = unpackForeign(foreign ?? null, 'xmind').members;
  const more = withForeign(Object.fromEntries(own), foreign, 'xmind');
  const style = wholeStyle(text);
  const dressedKept = style === null ? withFont(kept, false, false) : withFont(kept, style.bold, style.italic);
  const words = plainWords(text);
  const topic: Record<string, unknown> = { ...dressedKept, id: ids.get(item.key), title: words };
  const font = fontOf(dressedKept);
  if (dressed(markdownOfWords(words), font.bold, font.italic) !== text) more['text'] = text;
  if (style === null) reporter.note('approximated', 'Words of several styles are plain in XMind.', words);
  const noteWords = plainWords(note ?? '');
  if (note !== undefined && note !== '' && keptNotes !== undefined && isNoteOf(keptNotes, note)) {
    topic['notes'] = keptNotes;
  } else if (note !== undefined && note !== '') {
    const rich = noteWords === note ? {} : { realHTML: { content: `<div>${paragraphsOf(note)}</div>` } };
    topic['notes'] = { plain: { content: noteWords }, ...rich };
    if (markdownOfWords(noteWords) !== note) more['note'] = note;
  }
  if (isFolded === true) topic['branch'] = 'folded';
  if (href?.startsWith('item:') === true) topic['href'] = `xmind:#${ids.get(href.slice(5)) ?? ''}`;
  else if (href !== undefined && href !== null) topic['href'] = href;
  else if (style !== null && style.href !== null) topic['href'] = style.href;
  // Where words and item lead to one place, both say so.
  if (href !== undefined && href !== null && more['text'] !== undefined && style?.href === href) more['href'] = href;
  if (offset !== undefined && offset !== null) {
    if (item.level === 1) topic['position'] = offset;
    else more['offset'] = offset;
  }
  const marker = icon === undefined || icon === null ? undefined : markerOf(icon);
  if (icon !== undefined && icon !== null && marker === undefined) more['icon'] = icon;
  const markers = [...(marker === undefined ? [] : [marker]), ...signs].map((markerId) => ({ markerId }));
  const further: unknown = kept['markers'];
  if (markers.length > 0) topic['markers'] = [...markers, ...(Array.isArray(further) ? (further as unknown[]) : [])];
  if (image !== undefined && image !== null) {
    const file = fileOf(image.source);
    if (file === null) {
      more['image'] = image;
    } else {
      for (const { name, bytes } of withOriginal(file)) files[`resources/${name}`] = bytes;
      topic['image'] = { src: `xap:resources/${file.name}`, width: image.width, height: image.height };
    }
  }
  if (Object.keys(more).length > 0) topic['bough'] = more;
  return topic as TopicJson;
}
