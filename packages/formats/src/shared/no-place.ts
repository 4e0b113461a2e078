import type { Draft, DraftItem } from './draft.ts';
import type { Reporter } from './report.ts';

/** Tells which fields, and which links between items, a program has no place for. What came from elsewhere and was never shown is no field. */
export function tellNoPlace(
  program: string,
  { items, links }: Draft,
  has: ReadonlySet<string> | ((item: DraftItem, name: string) => boolean),
  reporter: Reporter,
): void {
  for (const item of items) {
    for (const name of Object.keys(item.fields)) {
      const isKept = typeof has === 'function' ? has(item, name) : has.has(name);
      if (name !== 'foreign' && !isKept)
        reporter.note('lost', `${program} has no place for: ${name}.`, item.fields.text);
    }
  }
  for (const { label } of links) reporter.note('lost', `${program} has no place for: links.`, label);
}
