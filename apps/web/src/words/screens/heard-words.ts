import type { EditorSettings, EditorSnapshot } from '@bough/editor';
import type { Language } from '../language.ts';

type Item = NonNullable<EditorSnapshot['focused']>;

/** What a screen reader says of an item that has one of these. A map needs it at once: nothing else is said here. */
export const READ_WORDS = {
  note: { en: () => 'with a note', de: () => 'mit Notiz' },
  icon: { en: (icon) => `icon ${icon}`, de: (icon) => `Symbol ${icon}` },
  image: { en: () => 'with an image', de: () => 'mit Bild' },
  href: { en: () => 'with a web link', de: () => 'mit Weblink' },
} satisfies Partial<Readonly<Record<keyof Item, Readonly<Record<Language, (value: string) => string>>>>>;

type Counts = Parameters<NonNullable<EditorSettings['reads']>>[1];

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** What a screen reader says of how many of these an item has. */
export const COUNT_WORDS: { readonly [C in keyof Counts]: Readonly<Record<Language, (count: number) => string>> } = {
  comments: {
    en: (count) => many(count, 'comment', 'comments'),
    de: (count) => many(count, 'Kommentar', 'Kommentare'),
  },
  links: {
    en: (count) => `linked to ${many(count, 'item', 'items')}`,
    de: (count) => many(count, 'Verbindung', 'Verbindungen'),
  },
  folded: {
    en: (count) => `folded, ${many(count, 'item', 'items')} hidden`,
    de: (count) => `eingeklappt, ${many(count, 'Punkt', 'Punkte')} verborgen`,
  },
};

/** What a screen reader says of a link among an item's words. */
export const LINK_WORDS: Readonly<Record<Language, (words: string) => string>> = {
  en: (words) => `${words} (web link)`,
  de: (words) => `${words} (Weblink)`,
};

/** What a screen reader says of the item beside its words. */
export function readsOf(item: Partial<Item>, counts: Counts, language: Language): string {
  const fields = (['note', 'icon', 'image', 'href'] as const).flatMap((name) => {
    const value = item[name] ?? '';
    return value === '' ? [] : [READ_WORDS[name][language](typeof value === 'string' ? value : '')];
  });
  const { comments, links, folded } = COUNT_WORDS;
  return [
    ...fields,
    ...(counts.comments > 0 ? [comments[language](counts.comments)] : []),
    ...(counts.links > 0 ? [links[language](counts.links)] : []),
    ...(counts.folded > 0 ? [folded[language](counts.folded)] : []),
  ].join(', ');
}
