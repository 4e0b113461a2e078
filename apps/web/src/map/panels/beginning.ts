// Somebody may send ten thousand letters at once, or as many line ends: what others see of it at first has room beside what else is said.

/** So much is shown as it is; of more than that, less. */
const SHORT = { letters: 1_500, lines: 24 };
const CUT = { letters: 1_000, lines: 16 };
/** A cut goes back so far for the end of a word. */
const WORD = 80;

/** The words with no more than two empty lines in a row. */
export function closedUp(text: string): string {
  return text.replaceAll(/\n(?:[^\S\n]*\n){3,}/g, '\n\n\n');
}

/** The beginning of long words; others as they are. */
export function beginningOf(text: string): string {
  if (isShort(text)) return text;
  const lines = text.split('\n', CUT.lines).join('\n');
  if (lines.length <= CUT.letters) return `${lines}…`;
  const cut = lines.slice(0, CUT.letters);
  const end = cut.search(/\s\S*$/);
  // A letter of two parts stays whole.
  const whole = end > CUT.letters - WORD ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${whole}…`;
}

function isShort(text: string): boolean {
  return text.length <= SHORT.letters && text.split('\n', SHORT.lines + 1).length <= SHORT.lines;
}
