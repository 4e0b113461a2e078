const segmenter = new Intl.Segmenter();

/** The first letters of a text, as people count them: an emoji or a letter with its accents is one. */
export function firstLetters(text: string, count: number): string {
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (seen++ === count) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
