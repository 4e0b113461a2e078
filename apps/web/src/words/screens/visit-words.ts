import { said } from './said.ts';

/** What is said of a map that others have changed since one was here. */
export const visitWords = said(
  {
    one: (name: string) => `Changed by ${name} since your last visit.`,
    several: (count: number) => `Changed by ${count} people since your last visit.`,
    show: 'Show changes',
  },
  {
    one: (name) => `Seit deinem letzten Besuch geändert: ${name}.`,
    several: (count) => `Seit deinem letzten Besuch von ${count} Personen geändert.`,
    show: 'Änderungen zeigen',
  },
);
