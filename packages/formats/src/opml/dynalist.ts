import type { ItemFields } from '@bough/map';

// Dynalist's OPML: `checkbox="true"` is a box, `complete="true"` says that its item is done, with a box or without one. The attributes stay with
// the item as they were, and go back while they say what the item says.

type Box = ItemFields['checkbox'];
type Attributes = Readonly<Record<string, string>>;

const NAMES = ['checkbox', 'complete'] as const;

/** Whether the attribute says a box: then it is nothing else. */
export function isBoxOfDynalist(name: string, value: string): boolean {
  return value === 'true' && NAMES.some((one) => one === name);
}

/** The box that the attributes say; null for none. */
export function boxOfDynalist(attributes: Attributes): Box | null {
  if (attributes['complete'] === 'true') return 'done';
  return attributes['checkbox'] === 'true' ? 'open' : null;
}

/** Whether the head of the file, as it was kept, is Dynalist's. */
export function isOfDynalist(head: readonly string[]): boolean {
  return head.some((element) => /^<flavor>\s*dynalist/i.test(element));
}

/** What an item of Dynalist has kept, with the box that it has now. */
export function withBoxOfDynalist(kept: Attributes, box: Box | null): Record<string, string> {
  if (boxOfDynalist(kept) === box) return { ...kept };
  const others = Object.entries(kept).filter(([name]) => !NAMES.some((one) => one === name));
  return {
    ...Object.fromEntries(others),
    ...(box === null ? {} : { checkbox: 'true' }),
    ...(box === 'done' ? { complete: 'true' } : {}),
  };
}
