import { FORMAT_VERSION } from '../stored/upgrade.ts';
import { EMPTY_FIELDS, EMPTY_SETTINGS } from '../model/fields.ts';
import { SIGNS } from '../model/reactions.ts';
import { CHOICES } from '../model/values.ts';
import { everyOp } from './every-op.ts';

/**
 * What another version would have to know to read this one's changes and documents, as text: the format's version, the keys of
 * each op in each of its forms, the fields of items and of the map, the words that fields may hold,
 * and the signs.
 */
export function wireShape(): string {
  const choices = Object.entries(CHOICES).map(([field, words]) => [field, ...words]);
  const fields = [Object.keys(EMPTY_FIELDS), Object.keys(EMPTY_SETTINGS)];
  return JSON.stringify([FORMAT_VERSION, everyOp().map(keysOf), fields, choices, SIGNS]);
}

function keysOf(value: object): unknown {
  return Object.entries(value).map(([key, one]: [string, unknown]) => {
    if (key === 'kind') return one;
    return typeof one === 'object' && one !== null ? [key, keysOf(one)] : key;
  });
}
