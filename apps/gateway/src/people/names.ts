import type { Random } from '@bough/base';

const TREES = [
  'Alder',
  'Ash',
  'Aspen',
  'Beech',
  'Birch',
  'Cedar',
  'Cherry',
  'Chestnut',
  'Cypress',
  'Elder',
  'Elm',
  'Fir',
  'Hazel',
  'Hornbeam',
  'Juniper',
  'Larch',
  'Linden',
  'Maple',
  'Oak',
  'Olive',
  'Pine',
  'Poplar',
  'Rowan',
  'Spruce',
  'Sycamore',
  'Willow',
  'Yew',
];
const HUES = 8;

/** A name for somebody who gave none. */
export function guestName(random: Random): string {
  return `Guest ${TREES[Math.floor(random.fraction() * TREES.length)] ?? 'Oak'}`;
}

/** The name if nobody has it; else, for a name that was given to a guest, another such, and for one that they chose, that with a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>, random: Random): string {
  if (!taken.has(wanted)) return wanted;
  const given = TREES.map((tree) => `Guest ${tree}`);
  const free = given.filter((name) => !taken.has(name));
  const other = given.includes(wanted) ? free[Math.floor(random.fraction() * free.length)] : undefined;
  if (other !== undefined) return other;
  let number = 2;
  while (taken.has(numbered(wanted, number))) number++;
  return numbered(wanted, number);
}

const LONGEST = 80;

function numbered(name: string, number: number): string {
  return `${name.slice(0, LONGEST - 1 - String(number).length)} ${number}`;
}

/** The name that somebody with this address begins with. */
export function nameOfAddress(email: string): string {
  return email.slice(0, Math.max(1, email.indexOf('@'))).slice(0, 80);
}

/** A branch hue number for a person. */
export function anyHue(random: Random): number {
  return Math.floor(random.fraction() * HUES);
}
