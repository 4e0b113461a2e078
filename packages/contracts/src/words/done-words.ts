import type { Done } from '@bough/map/difference';

// What people did in a map, in words: the page's history and emails say it alike.

/** How much of what was done; where things were added is said by name. */
type Counted = Omit<Done, 'below'>;

interface DoneWords extends Readonly<Record<(typeof COUNTED)[number], (count: number) => string>> {
  readonly added: (count: number, below: string | null) => string;
  readonly retitled: string;
  readonly small: string;
}

const COUNTED = [
  'removed',
  'reworded',
  'moved',
  'restyled',
  'linked',
  'unlinked',
  'commented',
  'said',
  'reacted',
  'resolved',
] as const;

const items = (count: number): string => (count === 1 ? 'an item' : `${count} items`);
const ofItems = (count: number): string => (count === 1 ? 'one item' : `${count} items`);
const punkte = (count: number): string => (count === 1 ? 'einen Punkt' : `${count} Punkte`);
const vonPunkten = (count: number): string => (count === 1 ? 'eines Punktes' : `von ${count} Punkten`);

/** The words in each language. */
export const DONE_WORDS: Readonly<Record<'en' | 'de', DoneWords>> = {
  en: {
    added: (count, below) => (below === null ? `added ${items(count)}` : `added ${items(count)} below “${below}”`),
    removed: (count) => `removed ${items(count)}`,
    reworded: (count) => `edited the text of ${ofItems(count)}`,
    moved: (count) => `moved ${items(count)}`,
    restyled: (count) => `changed the look of ${ofItems(count)}`,
    linked: (count) => (count === 1 ? 'drew a link' : `drew ${count} links`),
    unlinked: (count) => (count === 1 ? 'removed a link' : `removed ${count} links`),
    commented: (count) => (count === 1 ? 'wrote a comment' : `wrote ${count} comments`),
    said: (count) => (count === 1 ? 'wrote in the chat' : `wrote ${count} messages in the chat`),
    reacted: (count) => (count === 1 ? 'left a reaction' : `left ${count} reactions`),
    resolved: (count) => (count === 1 ? 'resolved or reopened a thread' : `resolved or reopened ${count} threads`),
    retitled: 'renamed the map',
    small: 'small changes',
  },
  de: {
    added: (count, below) =>
      below === null ? `${punkte(count)} hinzugefügt` : `${punkte(count)} unter „${below}“ hinzugefügt`,
    removed: (count) => `${punkte(count)} entfernt`,
    reworded: (count) => `den Text ${vonPunkten(count)} bearbeitet`,
    moved: (count) => `${punkte(count)} verschoben`,
    restyled: (count) => `das Aussehen ${vonPunkten(count)} geändert`,
    linked: (count) => (count === 1 ? 'eine Verbindung gezogen' : `${count} Verbindungen gezogen`),
    unlinked: (count) => (count === 1 ? 'eine Verbindung entfernt' : `${count} Verbindungen entfernt`),
    commented: (count) => (count === 1 ? 'einen Kommentar geschrieben' : `${count} Kommentare geschrieben`),
    said: (count) => (count === 1 ? 'im Chat geschrieben' : `${count} Nachrichten im Chat geschrieben`),
    reacted: (count) => (count === 1 ? 'eine Reaktion hinterlassen' : `${count} Reaktionen hinterlassen`),
    resolved: (count) =>
      count === 1 ? 'einen Faden erledigt oder wieder geöffnet' : `${count} Fäden erledigt oder wieder geöffnet`,
    retitled: 'die Karte umbenannt',
    small: 'kleine Änderungen',
  },
};

/** What was done, as a sentence without its subject. `below` is what the item is called below which things were added. */
export function sayDone(done: Counted, below: string | null, language: 'en' | 'de'): string {
  const words = DONE_WORDS[language];
  const parts = [
    ...(done.added > 0 ? [words.added(done.added, below)] : []),
    ...COUNTED.flatMap((what) => (done[what] > 0 ? [words[what](done[what])] : [])),
    ...(done.isRetitled ? [words.retitled] : []),
  ];
  const text = parts.length === 0 ? words.small : parts.join(', ');
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
