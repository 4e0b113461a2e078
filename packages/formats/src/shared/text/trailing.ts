/** How many of these characters stand at the end of the text. A pattern with `+$` would look from each of a long run anew. */
export function countAtEnd(text: string, characters: string): number {
  let at = text.length;
  while (at > 0 && characters.includes(text.charAt(at - 1))) at--;
  return text.length - at;
}
