// What is typed before the field for it has come is caught, and given to the field.

/** A part of the page that has not come by then is not waited for. */
export const PART_COMES_WITHIN_MS = 3_000;

/** The box of the map's own words. */
export const MAP_WORDS = '.bough-words';

/** The field that has the keyboard, but for the map's words: those always have it on a map. */
export function fieldInUse(): HTMLInputElement | HTMLTextAreaElement | null {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return isField && !activeElement.matches(MAP_WORDS) ? activeElement : null;
}

/** Shows `look` each key before anybody else, which keeps those that it answers yes for; ends by itself after so long. Answers how to end it. */
export function catchKeys(longestMs: number, look: (event: KeyboardEvent) => boolean, onEnd: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !look(event)) return;
    // A button that still has the focus is not pressed again by a space.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('keydown', hear, true);
    onEnd();
  };
  const timer = setTimeout(end, longestMs);
  addEventListener('keydown', hear, true);
  return end;
}
