let segmenter: Intl.Segmenter | null = null;

/** Each of these is a letter for itself. */
const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u00ff]*$/;

/** The first letters of a text, as people count them: an emoji or a letter with its accents is one. */
export function firstLetters(text: string, count: number): string {
  if (PLAIN.test(text)) return text.slice(0, count);
  // Made when it is needed: a browser takes its time for it.
  segmenter ??= new Intl.Segmenter();
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (seen++ === count) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
