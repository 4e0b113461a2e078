import { karten, maps } from '../many-words.ts';
import { said } from './said.ts';

/** What is said before an account is deleted, fetched with the account's page. */
export const deletionWords = said(
  {
    title: 'Delete your account?',
    nothing: 'You have no maps.',
    deletes: (count: number) =>
      `${maps(count)} will be deleted, because no one else can edit ${count === 1 ? 'it' : 'them'}:`,
    handsOver: (count: number) => `${maps(count)} will stay and get another owner:`,
    handsOverOne: (title: string, to: string) => `${title}, to ${to}`,
    leaves: (count: number) => `You lose access to ${maps(count)} owned by others. They are not changed.`,
    name: 'Your name stays on what you wrote in maps of others.',
    final: 'This cannot be undone. Download your data first if you want to keep it.',
    now: 'Delete my account',
    deleted: 'Your account was deleted.',
  },
  {
    title: 'Dein Konto löschen?',
    nothing: 'Du hast keine Karten.',
    deletes: (count) =>
      `${karten(count)} ${count === 1 ? 'wird' : 'werden'} gelöscht, weil sonst niemand ${count === 1 ? 'sie' : 'diese'} bearbeiten darf:`,
    handsOver: (count) =>
      `${karten(count)} ${count === 1 ? 'bleibt' : 'bleiben'} und ${count === 1 ? 'gehört' : 'gehören'} dann anderen:`,
    handsOverOne: (title, to) => `${title}, an ${to}`,
    leaves: (count) => `${karten(count)} von anderen kannst du nicht mehr öffnen. Sie bleiben, wie sie sind.`,
    name: 'Dein Name bleibt an dem stehen, was du in Karten von anderen geschrieben hast.',
    final: 'Das lässt sich nicht rückgängig machen. Lade deine Daten vorher herunter, wenn du sie behalten willst.',
    now: 'Mein Konto löschen',
    deleted: 'Dein Konto wurde gelöscht.',
  },
);
