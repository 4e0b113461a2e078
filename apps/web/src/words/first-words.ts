import { firstLetters } from './letters.ts';

/** The beginning of the first line, with a sign where there is more. */
export function firstWords(text: string, count: number): string {
  const [line = ''] = text.trim().split('\n');
  const short = firstLetters(line, count);
  return short === text.trim() ? short : `${short}…`;
}
