import { hexColourOf } from '../shared/branch-colours.ts';
import { type Draft, type DraftItem, unpackForeign } from '../shared/draft.ts';
import { tellNoPlace } from '../shared/no-place.ts';
import type { Reporter } from '../shared/report.ts';
import { creoleOf } from './creole.ts';

/** The draft as a mind map of PlantUML: words with their dress, the tree, sides, colours, and items without a box. */
export function writePlantuml(draft: Draft, reporter: Reporter): string {
  const kept = unpackForeign(draft.settings.foreign ?? null, 'plantuml').elements;
  const lines = ['@startmindmap', ...kept.filter((line) => !/^\s*@(?:start|end)/.test(line))];
  let side = 'right';
  for (const item of draft.items) {
    const wanted = item.level !== 2 ? side : item.fields.side === 'left' ? 'left' : 'right';
    if (wanted !== side) lines.push(`${wanted} side`);
    side = wanted;
    lines.push(lineOf(item));
  }
  tellNoPlace('PlantUML', draft, has, reporter);
  return `${[...lines, '@endmindmap'].join('\n')}\n`;
}

function has({ level, fields }: DraftItem, name: string): boolean {
  if (name === 'side') return level === 2;
  return name === 'text' || name === 'colour' || (name === 'shape' && fields.shape === 'none');
}

function lineOf({ level, fields }: DraftItem): string {
  const kept = unpackForeign(fields.foreign ?? null, 'plantuml').attributes;
  const named = /^#\w{1,40}$/.test(kept['colour'] ?? '') ? kept['colour'] : undefined;
  const colour = (fields.colour ?? null) === null ? named : hexColourOf(fields.colour ?? '');
  const start = `${'*'.repeat(level)}${colour === undefined ? '' : `[${colour}]`}${fields.shape === 'none' ? '_' : ''}`;
  const lines = creoleOf(fields.text);
  // An item without words is no item there.
  const words = lines.some((line) => line.trim() !== '') ? lines : ['<U+00A0>'];
  const style = /^<<[^<>\n]{1,90}>>$/.test(kept['style'] ?? '') ? ` ${kept['style'] ?? ''}` : '';
  return words.length > 1 ? `${start}:${words.join('\n')};${style}` : `${start} ${words[0] ?? ''}${style}`;
}
