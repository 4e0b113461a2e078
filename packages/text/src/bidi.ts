// The order in which the letters of one line stand: the Unicode Bidirectional Algorithm (UAX 9), without explicit embeddings and
// isolates, whose characters count as neutral. Levels: even from left to right, odd from right to left.

import { once } from './once.ts';

type Kind = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'ON';

const MAY_TURN = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const signs = once((): readonly (readonly [RegExp, Kind])[] => [
  [/[0-9\u06f0-\u06f9\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/, 'EN'],
  [/[\u0660-\u0669\u066b\u066c\u0600-\u0605\u06dd]/, 'AN'],
  [/[\p{Mn}\p{Me}]/u, 'NSM'],
  [/[+\-\u207a\u207b\u208a\u208b\u2212]/, 'ES'],
  [/[#$%\u00a2-\u00a5\u00b0\u00b1\u066a\u2030-\u2034\u20a0-\u20cf]/, 'ET'],
  [/[,./:\u00a0\u060c\u202f\u2044]/, 'CS'],
  [/[\u0590-\u05ff\u07c0-\u085f\u200f\ufb1d-\ufb4f\u{10800}-\u{10cff}\u{10d40}-\u{10ebf}\u{1e800}-\u{1edff}]/u, 'R'],
  [
    /[\u0600-\u07bf\u0860-\u08ff\ufb50-\ufdff\ufe70-\ufeff\u{10d00}-\u{10d3f}\u{10ec0}-\u{10eff}\u{1ee00}-\u{1eeff}]/u,
    'AL',
  ],
  [/[\p{L}\p{N}\p{Mc}\u200e]/u, 'L'],
]);
const OPENERS = '([{';
const CLOSERS = ')]}';

/** Whether any letter of it reads from right to left. */
export function mayTurn(text: string): boolean {
  return MAY_TURN.test(text);
}

/** A level for each code unit. */
export function bidiLevels(text: string, isRtl: boolean): Uint8Array {
  const base = isRtl ? 1 : 0;
  const letters = Array.from(text);
  const kinds = letters.map(kindOf);
  const outer: Kind = isRtl ? 'R' : 'L';
  weak(kinds, outer);
  pairs(letters, kinds, outer);
  neutral(kinds, outer);
  const levels = new Uint8Array(text.length);
  let at = 0;
  for (const [i, letter] of letters.entries()) {
    const kind = kinds[i] ?? 'L';
    const level = kind === 'L' ? base + (base % 2) : kind === 'R' ? 1 : 2;
    for (let k = 0; k < letter.length; k++) levels[at++] = level;
  }
  // Spaces at the end stand where the line ends.
  for (let i = text.length - 1; i >= 0 && /\s/.test(text.charAt(i)); i--) levels[i] = base;
  return levels;
}

/** Places in the order in which they stand from left to right. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i);
  const highest = Math.max(0, ...levels);
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && (levels[order[to] ?? 0] ?? 0) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return order;
}

function kindOf(letter: string): Kind {
  return signs().find(([pattern]) => pattern.test(letter))?.[1] ?? 'ON';
}

/** Rules W1 to W7. */
function weak(kinds: Kind[], outer: Kind): void {
  let strong = outer;
  for (const [i, kind] of kinds.entries()) {
    const now = kind === 'NSM' ? (kinds[i - 1] ?? outer) : kind;
    kinds[i] = now === 'EN' && strong === 'AL' ? 'AN' : now;
    if (now === 'L' || now === 'R' || now === 'AL') strong = now;
  }
  for (const [i, kind] of kinds.entries()) {
    const [before, after] = [kinds[i - 1], kinds[i + 1]];
    if (kind === 'AL') kinds[i] = 'R';
    else if (kind === 'ES' && before === 'EN' && after === 'EN') kinds[i] = 'EN';
    else if (kind === 'CS' && before === after && (before === 'EN' || before === 'AN')) kinds[i] = before;
  }
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== 'ET') continue;
    let end = i;
    while (kinds[end] === 'ET') end++;
    const isNumber = kinds[i - 1] === 'EN' || kinds[end] === 'EN';
    kinds.fill(isNumber ? 'EN' : 'ON', i, end);
    i = end - 1;
  }
  strong = outer;
  for (const [i, kind] of kinds.entries()) {
    if (kind === 'ES' || kind === 'CS') kinds[i] = 'ON';
    if (kind === 'L' || kind === 'R') strong = kind;
    else if (kind === 'EN' && strong === 'L') kinds[i] = 'L';
  }
}

/** Rule N0: both brackets of a pair go the way of what they enclose. */
function pairs(letters: readonly string[], kinds: Kind[], outer: Kind): void {
  const open: { readonly closer: string; readonly at: number }[] = [];
  const found: (readonly [number, number])[] = [];
  for (const [i, letter] of letters.entries()) {
    if (kinds[i] !== 'ON') continue;
    const opens = OPENERS.indexOf(letter);
    if (opens >= 0) open.push({ closer: CLOSERS.charAt(opens), at: i });
    else if (CLOSERS.includes(letter)) {
      const partner = open.findLastIndex(({ closer }) => closer === letter);
      const opener = open[partner];
      if (opener === undefined) continue;
      found.push([opener.at, i]);
      open.length = partner;
    }
  }
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    const inside: readonly (Kind | null)[] = kinds.slice(from + 1, to).map(strongOf);
    const other = outer === 'L' ? 'R' : 'L';
    const context = strongOf(kinds.slice(0, from).findLast((kind) => strongOf(kind) !== null) ?? outer);
    const way = inside.includes(outer) ? outer : inside.includes(other) ? (context === other ? other : outer) : null;
    if (way === null) continue;
    kinds[from] = way;
    kinds[to] = way;
  }
}

/** Rules N1 and N2: what says nothing goes the way of its neighbours where they agree, else of the line. */
function neutral(kinds: Kind[], outer: Kind): void {
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== 'ON') continue;
    let end = i;
    while (kinds[end] === 'ON') end++;
    const before = strongOf(kinds[i - 1] ?? outer);
    const after = strongOf(kinds[end] ?? outer);
    kinds.fill(before === after && before !== null ? before : outer, i, end);
    i = end - 1;
  }
}

/** As neutral characters see it: numbers stand as in a right-to-left text. */
function strongOf(kind: Kind): 'L' | 'R' | null {
  if (kind === 'L') return 'L';
  return kind === 'R' || kind === 'EN' || kind === 'AN' ? 'R' : null;
}
