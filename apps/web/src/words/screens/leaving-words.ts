import { said } from './said.ts';

/** What is asked of somebody who signs out. */
export const leavingWords = said(
  {
    title: 'Sign out?',
    only: (count: number) =>
      count === 1
        ? '1 change is only in this browser and has not been saved. Signing out removes it.'
        : `${count} changes are only in this browser and have not been saved. Signing out removes them.`,
    rescue: (maps: number): string =>
      maps === 1
        ? 'To save your work, stay signed in and open the map:'
        : 'To save your work, stay signed in and open each map:',
    changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
    lose: (count: number) => (count === 1 ? 'Sign out and lose 1 change' : `Sign out and lose ${count} changes`),
    stay: 'Stay signed in',
    again: 'Try again',
    failed: 'You are still signed in.',
  },
  {
    title: 'Abmelden?',
    only: (count) =>
      count === 1
        ? '1 Änderung ist nur in diesem Browser und nicht gespeichert. Beim Abmelden wird sie entfernt.'
        : `${count} Änderungen sind nur in diesem Browser und nicht gespeichert. Beim Abmelden werden sie entfernt.`,
    rescue: (maps) =>
      maps === 1
        ? 'Um sie zu speichern, bleib angemeldet und öffne die Karte:'
        : 'Um sie zu speichern, bleib angemeldet und öffne jede Karte:',
    changes: (count) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
    lose: (count) => (count === 1 ? 'Abmelden und 1 Änderung verlieren' : `Abmelden und ${count} Änderungen verlieren`),
    stay: 'Angemeldet bleiben',
    again: 'Noch einmal versuchen',
    failed: 'Du bist noch angemeldet.',
  },
);
