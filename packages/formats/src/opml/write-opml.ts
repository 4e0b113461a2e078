import {
  type Draft,
  type DraftItem,
  type DraftLink,
  foreignOfOthers,
  unpackForeign,
  withForeign,
} from '../shared/draft.ts';
import { packMembers } from '../shared/packed-members.ts';
import { attributesText, escapeText } from '../shared/xml/write-xml.ts';
import { markdownOfWords, wholeStyle } from '../shared/text/inline-markdown.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { boxOfDynalist, isOfDynalist, withBoxOfDynalist } from './dynalist.ts';
import { HTML, HTML_NOTE, noteOfHtml, OWN, textOfOutline } from './read-opml.ts';

/** The draft as OPML 2.0: texts, notes, boxes and addresses for every outliner, all the rest in an attribute of Bough's own. */
export function writeOpml(draft: Draft): string {
  const { title = '', foreign = null, ...settings } = draft.settings;
  const kept = unpackForeign(foreign, 'opml');
  const linked = linksByItem(draft);
  const all = withForeign({ words: 'plain', ...settings }, foreign, 'opml');
  const own = packMembers(title.trim() === title && title !== '' ? all : { title, ...all });
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<opml version="2.0"${attributesText([...Object.entries(kept.attributes), [OWN, own]])}>\n`,
    `<head>\n<title>${escapeText(title)}</title>\n${kept.elements.map((element) => `${element}\n`).join('')}</head>\n<body>\n`,
  ];
  const ofDynalist = isOfDynalist(kept.elements);
  let open = 0;
  for (const item of draft.items) {
    if (open >= item.level) parts.push('</outline>\n'.repeat(open - item.level + 1));
    open = item.level;
    parts.push(`<outline${attributesText(attributesOf(item, linked, ofDynalist))}>\n`);
  }
  parts.push('</outline>\n'.repeat(open), '</body>\n</opml>\n');
  return parts.join('');
}

interface Linked {
  readonly from: ReadonlyMap<string, readonly DraftLink[]>;
  /** Items that something leads to: they need a name. */
  readonly targets: ReadonlySet<string>;
}

function linksByItem(draft: Draft): Linked {
  const from = new Map<string, DraftLink[]>();
  const targets = new Set<string>();
  for (const link of draft.links) {
    targets.add(link.to);
    from.set(link.from, [...(from.get(link.from) ?? []), link]);
  }
  for (const { fields } of draft.items) {
    if (fields.href?.startsWith('item:') === true) targets.add(fields.href.slice(5));
  }
  return { from, targets };
}

function attributesOf(item: DraftItem, linked: Linked, ofDynalist: boolean): [string, string | undefined][] {
  const { text, note = '', checkbox, isFolded = false, href = null, foreign = null, ...others } = item.fields;
  const came = unpackForeign(foreign, 'opml').attributes;
  const isBoxed = ofDynalist || boxOfDynalist(came) !== null;
  const kept = isBoxed ? withBoxOfDynalist(came, checkbox ?? null) : { ...came };
  const own: Record<string, unknown> = { ...others };
  const html = kept[HTML];
  delete kept[HTML];
  const isAsItWas = html !== undefined && textOfOutline(html) === text;
  const words = isAsItWas ? html : plainWords(text);
  if (!isAsItWas && textOfOutline(words) !== text) own['text'] = text;
  const attributes: [string, string | undefined][] = [['text', words]];
  const htmlNote = kept[HTML_NOTE];
  delete kept[HTML_NOTE];
  const noteWords = htmlNote !== undefined && noteOfHtml(htmlNote) === note ? htmlNote : plainWords(note);
  if (note !== '') attributes.push(['_note', noteWords]);
  if (markdownOfWords(noteWords) !== note) own['note'] = note;
  // Where words and item lead to one place, both say so.
  if (href !== null && own['text'] !== undefined && wholeStyle(text)?.href === href) own['href'] = href;
  const target = href ?? (own['text'] === undefined ? null : (wholeStyle(text)?.href ?? null));
  if (checkbox === 'done' && !isBoxed) attributes.push(['_status', 'checked']);
  if (checkbox === 'open' && !isBoxed) attributes.push(['_status', 'unchecked']);
  if (isFolded) attributes.push(['collapsed', 'true']);
  const place = Object.keys(kept).find((name) => name.startsWith('@'));
  if (place !== undefined) delete kept[place];
  if (target?.startsWith('item:') === true) own['href'] = target;
  else if (target !== null) attributes.push([place?.slice(1) ?? 'url', target]);
  const written = new Set(attributes.map(([name]) => name));
  attributes.push(...Object.entries(kept).filter(([name]) => !written.has(name)));
  const elsewhere = foreignOfOthers(foreign, 'opml');
  if (elsewhere !== null) own['foreign'] = elsewhere;
  if (linked.targets.has(item.key)) own['key'] = item.key;
  const links = linked.from.get(item.key) ?? [];
  if (links.length > 0)
    own['links'] = links.map(({ to, label, colour, arrow, points }) => [to, { label, colour, arrow, points }]);
  attributes.push([OWN, packMembers(own)]);
  return attributes;
}
