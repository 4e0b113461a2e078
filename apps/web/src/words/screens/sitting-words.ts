import type { Done } from '@bough/editor/moments';
import { said } from './said.ts';

const items = (count: number): string => (count === 1 ? 'an item' : `${count} items`);
const ofItems = (count: number): string => (count === 1 ? 'one item' : `${count} items`);
const punkte = (count: number): string => (count === 1 ? 'einen Punkt' : `${count} Punkte`);
const vonPunkten = (count: number): string => (count === 1 ? 'eines Punktes' : `von ${count} Punkten`);

/** What people did in a map, by person and pause; fetched with its history. */
export const sittingWords = said(
  {
    title: 'Who did what',
    show: 'Show who did what',
    loading: 'Loading…',
    failed: 'This could not be loaded.',
    again: 'Try again',
    older: 'Show older',
    added: (count: number, below: string | null) =>
      below === null ? `added ${items(count)}` : `added ${items(count)} below “${below}”`,
    removed: (count: number) => `removed ${items(count)}`,
    reworded: (count: number) => `edited the text of ${ofItems(count)}`,
    moved: (count: number) => `moved ${items(count)}`,
    restyled: (count: number) => `changed the look of ${ofItems(count)}`,
    linked: (count: number) => (count === 1 ? 'drew a link' : `drew ${count} links`),
    unlinked: (count: number) => (count === 1 ? 'removed a link' : `removed ${count} links`),
    commented: (count: number) => (count === 1 ? 'wrote a comment' : `wrote ${count} comments`),
    said: (count: number) => (count === 1 ? 'wrote in the chat' : `wrote ${count} messages in the chat`),
    reacted: (count: number) => (count === 1 ? 'left a reaction' : `left ${count} reactions`),
    resolved: (count: number) =>
      count === 1 ? 'resolved or reopened a thread' : `resolved or reopened ${count} threads`,
    retitled: 'renamed the map',
    small: 'small changes',
  },
  {
    title: 'Wer was getan hat',
    show: 'Zeigen, wer was getan hat',
    loading: 'Wird geladen …',
    failed: 'Das konnte nicht geladen werden.',
    again: 'Erneut versuchen',
    older: 'Ältere zeigen',
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
);

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

/** What was done, as a sentence without its subject. `below` is what the item is called below which things were added. */
export function sayDone(done: Done, below: string | null): string {
  const words = sittingWords();
  const parts = [
    ...(done.added > 0 ? [words.added(done.added, below)] : []),
    ...COUNTED.flatMap((what) => (done[what] > 0 ? [words[what](done[what])] : [])),
    ...(done.isRetitled ? [words.retitled] : []),
  ];
  const text = parts.length === 0 ? words.small : parts.join(', ');
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
