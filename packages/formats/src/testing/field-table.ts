import { FIELD_PLACES } from '../shared/field-places.ts';

const PROGRAMS = {
  freeplane: 'Freeplane',
  freemind: 'FreeMind',
  opml: 'OPML',
  xmind: 'XMind',
  visio: 'Visio',
} as const;
const NAMES = Object.keys(PROGRAMS) as readonly (keyof typeof PROGRAMS)[];

/** The rows of docs/formats.md that say where each field stands: its name, and a cell for each program. */
export function fieldTable(): string[][] {
  const rows = Object.entries(FIELD_PLACES).map(([field, row]) => [
    `\`${field}\``,
    ...NAMES.map((name) => cellOf(row[name])),
  ]);
  return [['field', ...Object.values(PROGRAMS)], ...rows];
}

function cellOf(place: string | readonly (readonly [sign: string, value: unknown])[] | null): string {
  if (place === null) return '';
  return typeof place === 'string' ? place : place.map(([sign, value]) => `\`${sign}\` ${String(value)}`).join(', ');
}
