import { language } from './index.ts';
import type { Language } from './language.ts';

const enMaps = (count: number): string => `${count} ${count === 1 ? 'map' : 'maps'}`;
const deMaps = (count: number): string => `${count} ${count === 1 ? 'Karte' : 'Karten'}`;

const en = {
  title: 'Delete your account?',
  nothing: 'You have no maps.',
  deletes: (count: number) =>
    `${enMaps(count)} will be deleted, because no one else can edit ${count === 1 ? 'it' : 'them'}:`,
  handsOver: (count: number) => `${enMaps(count)} will stay and get another owner:`,
  handsOverOne: (title: string, to: string) => `${title}, to ${to}`,
  leaves: (count: number) => `You lose access to ${enMaps(count)} owned by others. They are not changed.`,
  final: 'This cannot be undone. Download your data first if you want to keep it.',
  now: 'Delete my account',
  deleted: 'Your account was deleted.',
};

/** What is said before an account is deleted, fetched with the account's page. */
export type DeletionWords = typeof en;

/** In both languages. */
export const DELETION: Readonly<Record<Language, DeletionWords>> = {
  en,
  de: {
    title: 'Dein Konto löschen?',
    nothing: 'Du hast keine Karten.',
    deletes: (count) =>
      `${deMaps(count)} ${count === 1 ? 'wird' : 'werden'} gelöscht, weil sonst niemand ${count === 1 ? 'sie' : 'diese'} bearbeiten darf:`,
    handsOver: (count) =>
      `${deMaps(count)} ${count === 1 ? 'bleibt' : 'bleiben'} und ${count === 1 ? 'gehört' : 'gehören'} dann anderen:`,
    handsOverOne: (title, to) => `${title}, an ${to}`,
    leaves: (count) => `${deMaps(count)} von anderen kannst du nicht mehr öffnen. Sie bleiben, wie sie sind.`,
    final: 'Das lässt sich nicht rückgängig machen. Lade deine Daten vorher herunter, wenn du sie behalten willst.',
    now: 'Mein Konto löschen',
    deleted: 'Dein Konto wurde gelöscht.',
  },
};

/** The same, in the page's language. */
export function deletionWords(): DeletionWords {
  return DELETION[language];
}
