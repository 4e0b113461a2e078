import type { UndoneDeed } from '../../map/messages/undone-deeds.ts';
import { said } from './said.ts';

type Names = readonly [item: string, other: string];
type Deeds = Readonly<Record<UndoneDeed['what'], (...names: Names) => string>>;

const LONGEST = 48;

const quoted = (open: string, close: string, gone: string, empty: string) => (words: string | null) => {
  if (words === null) return gone;
  const line = words.trim().split(/\s+/).join(' ');
  if (line === '') return empty;
  return `${open}${line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line}${close}`;
};

const deeds: Deeds = {
  moved: (item, other) => `${item} was not moved below ${other}.`,
  freed: (item) => `${item} was not taken out of its branch.`,
  written: (item) => `What you wrote in ${item} was not saved.`,
  noted: (item) => `What you wrote in the note of ${item} was not saved.`,
  added: (item, other) => `${item} was not added below ${other}.`,
  removed: (item) => `${item} was not deleted.`,
  restored: (item) => `${item} was not brought back.`,
  styled: (item) => `How ${item} looks was not changed.`,
  linked: (item, other) => `${item} was not linked to ${other}.`,
  unlinked: () => 'A link was not removed.',
  commented: (item) => `Your comment on ${item} was not saved.`,
  said: () => 'What you wrote in the chat was not saved.',
  reacted: () => 'Your reaction was not saved.',
  titled: () => 'The name of the map was not changed.',
};

const taten: Deeds = {
  moved: (item, other) => `${item} wurde nicht unter ${other} verschoben.`,
  freed: (item) => `${item} wurde nicht aus dem Ast genommen.`,
  written: (item) => `Was du in ${item} geschrieben hast, wurde nicht gespeichert.`,
  noted: (item) => `Was du in die Notiz zu ${item} geschrieben hast, wurde nicht gespeichert.`,
  added: (item, other) => `${item} wurde nicht unter ${other} hinzugefügt.`,
  removed: (item) => `${item} wurde nicht gelöscht.`,
  restored: (item) => `${item} wurde nicht zurückgeholt.`,
  styled: (item) => `Das Aussehen von ${item} wurde nicht geändert.`,
  linked: (item, other) => `${item} wurde nicht mit ${other} verbunden.`,
  unlinked: () => 'Eine Verbindung wurde nicht entfernt.',
  commented: (item) => `Dein Kommentar zu ${item} wurde nicht gespeichert.`,
  said: () => 'Was du in den Chat geschrieben hast, wurde nicht gespeichert.',
  reacted: () => 'Deine Reaktion wurde nicht gespeichert.',
  titled: () => 'Der Name der Karte wurde nicht geändert.',
};

/** What of one's own changes a map did not take, why, and what one can do; fetched only then. */
export const undoneWords = said(
  {
    title: (count: number) => (count === 1 ? 'A change was not saved' : `${count} changes were not saved`),
    name: quoted('“', '”', 'a deleted item', 'an empty item'),
    deeds,
    more: (count: number) => `And ${count} more.`,
    show: 'Show',
    because: {
      cycle: 'Someone else had moved these items the other way round first.',
      missing: 'Someone else had deleted what it belongs to.',
      limit: 'It would make the map too large.',
      denied: 'You can no longer edit this map.',
      other: 'Someone else had changed this part of the map first.',
    },
    copyIt: 'Copy your words to use them elsewhere.',
    again: 'Do it again if it still fits.',
    ask: 'To go on, ask its owner for the right to edit.',
    copy: 'Copy text',
    copied: 'Copied',
  },
  {
    title: (count) =>
      count === 1 ? 'Eine Änderung wurde nicht gespeichert' : `${count} Änderungen wurden nicht gespeichert`,
    name: quoted('„', '“', '„gelöschter Punkt“', '„Punkt ohne Text“'),
    deeds: taten,
    more: (count) => `Und ${count} weitere.`,
    show: 'Zeigen',
    because: {
      cycle: 'Jemand anderes hatte diese Punkte vorher andersherum verschoben.',
      missing: 'Jemand anderes hatte gelöscht, wozu das gehört.',
      limit: 'Die Karte würde zu groß.',
      denied: 'Du kannst diese Karte nicht mehr bearbeiten.',
      other: 'Jemand anderes hatte diesen Teil der Karte vorher geändert.',
    },
    copyIt: 'Kopiere deine Worte, um sie anderswo zu verwenden.',
    again: 'Tu es noch einmal, wenn es noch passt.',
    ask: 'Um weiterzuarbeiten, bitte die Person, der sie gehört, um das Recht zu bearbeiten.',
    copy: 'Text kopieren',
    copied: 'Kopiert',
  },
);

/** One deed, as a sentence. */
export function sayUndone({ what, item, other }: UndoneDeed): string {
  const { name, deeds: sentences } = undoneWords();
  const sentence = sentences[what](name(item), name(other));
  return sentence.slice(0, 1).toLocaleUpperCase() + sentence.slice(1);
}
