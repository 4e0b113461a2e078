import { ImageFolder, type FileOf } from '../shared/bundle.ts';
import { type Draft, type DraftItem, unpackForeign, withForeign } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { dressed, markdownOfWords, wholeStyle } from '../shared/text/inline-markdown.ts';
import { plainWords } from '../shared/text/plain-words.ts';

interface Node {
  readonly data: Readonly<Record<string, unknown>>;
  readonly children: Node[];
}

/** The draft as KityMinder has it. What it has no place for stands in members called `bough`, which it keeps. */
export function writeKityminder(draft: Draft, fileOf: FileOf, reporter: Reporter): string {
  const images = new ImageFolder(draft, fileOf, 'data');
  const { foreign = null, ...settings } = draft.settings;
  const kept = unpackForeign(foreign, 'kityminder').members;
  const top: Node[] = [];
  const path: Node[] = [];
  for (const item of draft.items) {
    const node: Node = { data: dataOf(item, images, reporter), children: [] };
    path.length = item.level - 1;
    (path.at(-1)?.children ?? top).push(node);
    path.push(node);
  }
  const [only, second] = top;
  const isWrapped = second !== undefined || only === undefined;
  if (second !== undefined) reporter.note('approximated', 'KityMinder has one root: all roots stand below the title.');
  const root = isWrapped ? { data: { id: 'bough-roots', text: settings.title ?? '' }, children: top } : only;
  const { links } = draft;
  for (const { label } of draft.links) reporter.note('kept', 'Only Bough shows it: links.', label);
  const own = {
    settings: { title: '', ...withForeign(settings, foreign, 'kityminder') },
    ...(isWrapped ? { roots: 'wrapped' } : {}),
    ...(links.length === 0 ? {} : { links }),
  };
  // How the program shows it is nobody's choice where it did not come with the map.
  const look = Object.keys(kept).length === 0 ? LOOK : kept;
  const file = { root, ...look, bough: look === LOOK ? { ...own, look: 'unset' } : own };
  return `${JSON.stringify(file)}\n`;
}

const LOOK = { template: 'default', theme: 'fresh-blue', version: '1.4.50' } as const;

/** A keycap of 1 to 9. */
const PRIORITY = /^([1-9])\ufe0f?\u20e3$/u;

function dataOf(item: DraftItem, images: ImageFolder, reporter: Reporter): Record<string, unknown> {
  const { text, note, href, icon, image, isFolded, checkbox, foreign, ...others } = item.fields;
  const kept = unpackForeign(foreign ?? null, 'kityminder').members;
  const words = plainWords(text);
  const style = wholeStyle(text);
  const data: Record<string, unknown> = { id: item.key, ...kept, text: words };
  const own: Record<string, unknown> = withForeign(others, foreign, 'kityminder');
  if (style?.bold === true) data['font-weight'] = 'bold';
  if (style?.italic === true) data['font-style'] = 'italic';
  if (dressed(markdownOfWords(words), style?.bold === true, style?.italic === true) !== text) own['text'] = text;
  if (style === null) reporter.note('approximated', 'Words of several styles are plain in KityMinder.', words);
  if (note !== undefined) data['note'] = note;
  if (checkbox !== undefined && checkbox !== null) data['progress'] = checkbox === 'done' ? 9 : 1;
  if (isFolded === true) data['expandState'] = 'collapse';
  const priority = PRIORITY.exec(icon ?? '')?.[1];
  if (priority !== undefined && icon === `${priority}\ufe0f\u20e3`) data['priority'] = Number(priority);
  else if (icon !== undefined) own['icon'] = icon;
  if (href !== undefined && href !== null && /^(?:https?:\/\/|mailto:)/i.test(href)) data['hyperlink'] = href;
  else if (href !== undefined) own['href'] = href;
  if (href !== undefined && href !== null && style?.href === href) own['href'] = href;
  if (image !== undefined && image !== null) {
    const path = image.source.startsWith('https://') ? image.source : images.path(image.source);
    if (path === null) own['image'] = image;
    else Object.assign(data, { image: path, imageSize: { width: image.width, height: image.height } });
  }
  for (const name of Object.keys(own))
    if (name !== 'text' && name !== 'foreign') reporter.note('kept', `Only Bough shows it: ${name}.`, words);
  if (Object.keys(own).length > 0) data['bough'] = own;
  return data;
}
