import { branchColours, hexColourOf } from '../shared/branch-colours.ts';
import { type FileOf, ImageFolder } from '../shared/bundle.ts';
import type { Draft, DraftItem } from '../shared/draft.ts';
import { tellNoPlace } from '../shared/no-place.ts';
import type { Reporter } from '../shared/report.ts';
import { paragraphsOf } from '../shared/text/markdown-to-html.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { escapeAttribute, escapeText } from '../shared/xml/write-xml.ts';
import { MARKS } from './own-marks.ts';
import { noteElement } from './note-blocks.ts';
import { SCRIPT, SCRIPT_HASH, STYLE } from './page-parts.ts';

// One page that needs nothing else: nested lists that fold by the browser's own means, a search, light and dark as the reader has it. What
// people wrote is text and never markup, and the page's policy lets nothing run but its own script and nothing be fetched.

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The draft as a web page. */
export function writeHtml(draft: Draft, fileOf: FileOf, reporter: Reporter): string {
  // A title is plain words already: marks in it are letters.
  const title = escapeText((draft.settings.title ?? '').trim() || plainWords(draft.items[0]?.fields.text ?? ''));
  const page = new Page(draft, new ImageFolder(draft, fileOf, 'data'), reporter);
  tellNoPlace('HTML', { ...draft, links: [] }, (item, name) => page.has(item, name), reporter);
  return [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="Bough">',
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    `<header class="${MARKS.head}"><h1>${title}</h1><form hidden role="search"><input type="search" autocomplete="off"><button type="button"></button><button type="button"></button><span role="status"></span></form></header>`,
    `<main>${page.lists()}</main>`,
    `<script>${SCRIPT}</script>`,
    '</body></html>\n',
  ].join('\n');
}

class Page {
  readonly #draft: Draft;
  readonly #images: ImageFolder;
  readonly #colours: readonly (string | null)[];
  readonly #links = new Map<string, { readonly to: string; readonly label: string }[]>();
  readonly #words: ReadonlyMap<string, string>;
  readonly #reporter: Reporter;

  constructor(draft: Draft, images: ImageFolder, reporter: Reporter) {
    this.#draft = draft;
    this.#images = images;
    this.#reporter = reporter;
    this.#colours = branchColours(draft);
    this.#words = new Map(draft.items.map(({ key, fields }) => [key, plainWords(fields.text)]));
    for (const { from, to, label } of draft.links)
      this.#links.set(from, [...(this.#links.get(from) ?? []), { to, label }]);
  }

  has({ fields }: DraftItem, name: string): boolean {
    if (name === 'image') return this.#images.path(fields.image?.source ?? '') !== null;
    if (name === 'icon') return !/^[a-z0-9-]+$/.test(fields.icon ?? '');
    return HAS.has(name);
  }

  /** All items, as lists in lists. */
  lists(): string {
    const { items } = this.#draft;
    const parts: string[] = [];
    const open: { readonly level: number; readonly isFold: boolean }[] = [];
    const close = (): void => {
      const last = open.pop();
      parts.push(last?.isFold === true ? '</ul></details></li>' : '</li>', '\n');
    };
    parts.push('<ul>');
    items.forEach((item, i) => {
      while ((open.at(-1)?.level ?? 0) >= item.level) close();
      const isFold = (items[i + 1]?.level ?? 0) > item.level;
      parts.push(this.#item(item, i, isFold));
      open.push({ level: item.level, isFold });
    });
    while (open.length > 0) close();
    return `${parts.join('')}</ul>`;
  }

  #item(item: DraftItem, i: number, isFold: boolean): string {
    const { fields, key } = item;
    const own = fields.colour ?? null;
    const colour = own === null ? this.#colours[i] : hexColourOf(own);
    const chosen = own === null ? '' : ` data-colour="${escapeAttribute(own)}"`;
    const look = colour === null || colour === undefined ? '' : ` style="--c:${escapeAttribute(colour)}"${chosen}`;
    // An item without items below has nothing to fold.
    const folded = !isFold && fields.isFolded === true ? ' data-folded' : '';
    const start = `<li id="${escapeAttribute(key)}"${look}${folded}>`;
    const words = this.#wordsOf(fields);
    const rest = noteElement(fields.note ?? '') + this.#image(fields) + this.#linksOf(key);
    if (!isFold) return `${start}${words}${rest}`;
    return `${start}<details${fields.isFolded === true ? '' : ' open'}><summary>${words}</summary>${rest}<ul>`;
  }

  #wordsOf({ text, icon, checkbox, href }: DraftItem['fields']): string {
    const box =
      (checkbox ?? null) === null ? '' : `<input type="checkbox" disabled${checkbox === 'done' ? ' checked' : ''}> `;
    const isEmoji = (icon ?? '') !== '' && !/^[a-z0-9-]+$/.test(icon ?? '');
    const sign = isEmoji ? `<span class="${MARKS.icon}">${escapeText(icon ?? '')}</span> ` : '';
    const lines = text === '' ? '' : paragraphsOf(text).replaceAll(/<(\/?)h[1-3]>/g, '<$1p>');
    return `<span class="${MARKS.words}">${box}${sign}${joined(lines)}${this.#way(href ?? '')}</span>`;
  }

  #way(href: string): string {
    const to = href.startsWith('item:') ? href.slice(5) : null;
    if (href === '') return '';
    const name = to === null ? href : (this.#words.get(to) ?? '');
    const address = to === null ? href : `#${to}`;
    return ` <a class="${MARKS.way}" href="${escapeAttribute(address)}" rel="noopener noreferrer" title="${escapeAttribute(name)}">↗</a>`;
  }

  #image({ image, text }: DraftItem['fields']): string {
    const path = this.#images.path(image?.source ?? '');
    if (image === null || image === undefined || path === null) return '';
    const size = `width="${Math.round(image.width)}" height="${Math.round(image.height)}"`;
    return `<img src="${escapeAttribute(path)}" ${size} alt="${escapeAttribute(plainWords(text))}">`;
  }

  #linksOf(key: string): string {
    const links = this.#links.get(key) ?? [];
    if (links.length === 0) return '';
    const all = links.map(({ to, label }) => {
      const words = escapeText(label === '' ? (this.#words.get(to) ?? '') : `${label}: ${this.#words.get(to) ?? ''}`);
      return `<a href="#${escapeAttribute(to)}" title="${escapeAttribute(label)}">→ ${words}</a>`;
    });
    this.#reporter.note('approximated', 'Links between items stand as words below the first one.', links[0]?.label);
    return `<p class="${MARKS.links}">${all.join(' ')}</p>`;
  }
}

const HAS = new Set(['text', 'note', 'colour', 'checkbox', 'href', 'isFolded']);

/** Lines in a line of the list: paragraphs may not stand in a summary. */
function joined(paragraphs: string): string {
  return paragraphs.replaceAll('</p><p>', '<br>').replaceAll(/<\/?p>/g, '');
}
