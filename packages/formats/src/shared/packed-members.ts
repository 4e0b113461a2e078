import type { ItemFields } from '@bough/map';
import { isRecord } from './draft.ts';

// What a format has no place for stands in one attribute of Bough's own as JSON. Other programs keep it or ignore it.

/** The members that the attribute holds; none when it is not there or damaged. They are checked where the map is made. */
export function parsePacked(text: string | undefined): Partial<ItemFields> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The members as the attribute's text; undefined when there are none. */
export function packMembers(members: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(members).length === 0 ? undefined : JSON.stringify(members);
}
