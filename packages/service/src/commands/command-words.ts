import { err, ok, type Result } from '@bough/base';

// What may stand behind the name of a command is its usage line, which is read here: so what is shown is what is held. In it stand
// `WORD` for one that must be there, `[WORD]` for one that may, `[WORD ...]` for any number, `[--flag]`, `[--option N]`, and
// `--option VALUE` for one that must be there. `N` is a whole number from 1; `first|second` one of these words.

/** One thing that a usage line names. */
type Part =
  | { readonly kind: 'word'; readonly name: string; readonly isNeeded: boolean }
  | { readonly kind: 'rest' }
  | { readonly kind: 'option'; readonly name: string; readonly value: string | null; readonly isNeeded: boolean };

/** Why these words cannot stand behind a command of that usage line, in one sentence; null: they can. */
export function wrongWords(takes: string, words: readonly string[]): string | null {
  const parts = partsOf(takes);
  const options = new Map(parts.flatMap((part) => (part.kind === 'option' ? [[part.name, part] as const] : [])));
  const seen = new Set<string>();
  let plain = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      plain++;
      if (word === '' || !hasRoom(parts, plain)) return `${JSON.stringify(word)} means nothing here.`;
      continue;
    }
    const option = options.get(word);
    if (option === undefined) return `${JSON.stringify(word)} means nothing here.`;
    if (seen.has(word)) return `${word} stands there twice.`;
    seen.add(word);
    if (option.value === null) continue;
    const value = valueOf(option.value, words[++at]);
    if (!value.ok) return `${word} is followed by ${value.error}.`;
  }
  return missing(parts, plain, seen);
}

/** What a usage line names, in its order. */
function partsOf(takes: string): readonly Part[] {
  const parts: Part[] = [];
  const tokens = takes.match(/\[[^\]]*\]|\S+/g) ?? [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? '';
    const isNeeded = !token.startsWith('[');
    const [name = '', inside] = (isNeeded ? token : token.slice(1, -1)).split(/\s+/);
    if (!name.startsWith('--')) parts.push(inside === '...' ? { kind: 'rest' } : { kind: 'word', name, isNeeded });
    else if (isNeeded) parts.push({ kind: 'option', name, value: tokens[++at] ?? '', isNeeded });
    else parts.push({ kind: 'option', name, value: inside ?? null, isNeeded });
  }
  return parts;
}

function hasRoom(parts: readonly Part[], plain: number): boolean {
  return parts.some(({ kind }) => kind === 'rest') || parts.filter(({ kind }) => kind === 'word').length >= plain;
}

function missing(parts: readonly Part[], plain: number, seen: ReadonlySet<string>): string | null {
  const needed = parts.filter((part) => part.kind === 'word' && part.isNeeded);
  const word = needed[plain];
  if (word?.kind === 'word') return `${word.name} is missing.`;
  const option = parts.find((part) => part.kind === 'option' && part.isNeeded && !seen.has(part.name));
  return option?.kind === 'option' ? `${option.name} ${option.value} is missing.` : null;
}

/** What an option is followed by, as its usage says it. */
function valueOf(usage: string, word: string | undefined): Result<string, string> {
  const isThere = word !== undefined && word !== '' && !word.startsWith('-');
  if (usage === 'N') return isThere && /^[1-9]\d{0,5}$/.test(word) ? ok(word) : err('a whole number from 1');
  if (/^[a-z]+(\|[a-z]+)+$/.test(usage)) {
    return isThere && usage.split('|').includes(word) ? ok(word) : err(usage.replaceAll('|', ' or '));
  }
  return isThere ? ok(word) : err(usage);
}
