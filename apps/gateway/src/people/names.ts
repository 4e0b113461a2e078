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

/** The name that somebody with this address begins with. */
export function nameOfAddress(email: string): string {
  return email.slice(0, Math.max(1, email.indexOf('@'))).slice(0, 80);
}

/** A branch hue number for a person. */
export function anyHue(random: Random): number {
  return Math.floor(random.fraction() * HUES);
}
