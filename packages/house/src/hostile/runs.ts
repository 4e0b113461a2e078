// Tests of code that runs anywhere are compiled without the types of a platform.
declare const process: { cpuUsage(): { readonly user: number; readonly system: number } };

// Long runs of what a pattern may try again and again: where each place of a text is looked at from each place before it, the time
// grows with the square of the length. A run at two lengths shows it.

/** What is repeated: a beginning, a piece, an end, as `http://a`, a dot, `a`. */
const RUNS: readonly (readonly [string, string, string])[] = [
  ...['.', ')', ']', '}', '*', '_', '~', '!', ',', ')]', '.)', '*_', '&', '/', '?', '%', 'http://'].map(
    (piece) => ['http://a', piece, 'a'] as const,
  ),
  ...[
    '*',
    '_',
    '~',
    '`',
    '$',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '#',
    '\\',
    '|',
    '-',
    '=',
    '+',
    '"',
    "'",
    '{',
    '}',
  ].flatMap((piece) => [
    ['', piece, ''] as const,
    ['', `${piece} `, 'a'] as const,
    ['a', `${piece}a`, ''] as const,
    ['', `${piece}\n`, 'a'] as const,
  ]),
  ...[
    '**',
    '__',
    '~~',
    '``',
    '$$',
    '[a](',
    '[a]',
    '![',
    '](',
    '[a](http://',
    '<a ',
    '</a>',
    '<!--',
    '<![CDATA[',
    '<?',
  ].map((piece) => ['', piece, 'a'] as const),
  ...[
    '&#',
    '&#x',
    '&amp',
    '&amp;',
    '&lt;',
    '<a>',
    '<b',
    '<a b="',
    "='",
    'a@',
    'a@b.',
    '@a ',
    'a.',
    ':a',
    '::',
    '- ',
    '1. ',
  ].map((piece) => ['', piece, 'a'] as const),
  ...[
    ' ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ' \n',
    '\n ',
    '\u00a0',
    '\u2028',
    '\u200d',
    '\u0301',
    '🌳',
    '👩‍',
    'ก',
    '中',
    'ا',
    'h',
    'ht',
    'https:/',
  ].map((piece) => ['a', piece, 'a'] as const),
  ...['```\n', '~~~\n', '> ', '---\n', '===\n', '%%\n', '{"a":', '[[', '((', '","', '\\n', '0', '-1', 'a,', '"";'].map(
    (piece) => ['', piece, ''] as const,
  ),
];

const SHORT = 4_000;
const TIMES_LONGER = 8;
/** Linear work takes eight times as long, and somewhat more with what it leaves to collect; quadratic sixty-four times. */
const MOST_TIMES = 30;
/** What is done in less holds nobody up, and is lost in what else the machine does. */
const FLOOR_MS = 400;
/** Of several times the shortest counts: a machine makes work longer, never shorter. */
const TRIES = 5;

/** The runs at that length, by a name that tells what they are made of. */
export function hostileRuns(length: number): ReadonlyMap<string, string> {
  return new Map(
    RUNS.map(([head, piece, tail]) => [
      JSON.stringify([head, piece, tail]),
      head + piece.repeat(Math.ceil(length / piece.length)) + tail,
    ]),
  );
}

/** The runs for which `read` takes more time than their length explains, by their names. `wrap` puts a run where words stand in a file. */
export function slowRuns(read: (text: string) => unknown, wrap: (run: string) => string = (run) => run): string[] {
  const long = hostileRuns(SHORT * TIMES_LONGER);
  const slow: string[] = [];
  for (const [name, run] of hostileRuns(SHORT)) {
    const [short, text] = [wrap(run), wrap(long.get(name) ?? '')];
    const isSlow = (tries: number): boolean => {
      const longMs = timeOf(() => read(text), tries);
      return longMs > FLOOR_MS && longMs > MOST_TIMES * timeOf(() => read(short), tries);
    };
    if (isSlow(1) && isSlow(TRIES)) slow.push(name);
  }
  return slow;
}

function timeOf(work: () => unknown, tries: number): number {
  let shortest = Infinity;
  for (let at = 0; at < tries; at++) {
    const fromMs = workedMs();
    work();
    shortest = Math.min(shortest, workedMs() - fromMs);
  }
  return shortest;
}

/** How long the processor has worked for this process: on the wall's clock a busy machine makes it wait in what is long, and not in what is short. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
