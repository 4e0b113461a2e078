import type { Draft } from '../shared/draft.ts';

/** The draft without what is only a name in it: equal for drafts of equal maps, whatever their items are called. */
export function canonical(draft: Draft): unknown {
  const numbers = new Map(draft.items.map(({ key }, i) => [key, i]));
  const items = draft.items.map(({ level, fields }) => {
    const set = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '');
    return {
      level,
      ...Object.fromEntries(set.map(([name, value]) => [name, name === 'href' ? named(value, numbers) : value])),
    };
  });
  const links = draft.links.map(({ from, to, label, arrow, colour, points }) => {
    return [numbers.get(from), numbers.get(to), label, arrow, colour, points];
  });
  const settings = Object.fromEntries(
    Object.entries(draft.settings).filter(([, value]) => value !== null && value !== ''),
  );
  return { settings, items, links: links.map((link) => JSON.stringify(link)).sort() };
}

function named(value: unknown, numbers: ReadonlyMap<string, number>): unknown {
  return typeof value === 'string' && value.startsWith('item:') ? `item ${String(numbers.get(value.slice(5)))}` : value;
}
