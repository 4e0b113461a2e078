// A map that one asks for is there only after the server has answered and the editor has come. Who types at once types for the map.

/** What is held ends so long after the last key at the latest: a map that has not come by then is not waited for. */
const LONGEST_MS = 60_000;
/** The box of the map's own words. */
const WORDS = '.bough-words';
/** Keys that are no letters and go on into the map, too. */
const PASSED_ON = new Set(['Enter', 'Tab', 'Backspace']);

let held: { readonly keys: string[]; readonly end: () => void } | null = null;

/** Holds what is typed from now on, until the new map asks for it; Escape and any other field end it. */
export function holdEarlyKeys(): void {
  held?.end();
  const keys: string[] = [];
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape' || isOtherField(document.activeElement)) return end();
    if (event.key.length > 1 && !PASSED_ON.has(event.key)) return;
    // A button that still has the focus is not pressed again by a space.
    event.preventDefault();
    event.stopImmediatePropagation();
    keys.push(event.key);
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('keydown', hold, true);
    held = null;
  };
  const timer = setTimeout(end, LONGEST_MS);
  addEventListener('keydown', hold, true);
  held = { keys, end };
}

/** There will be no map. */
export function dropEarlyKeys(): void {
  held?.end();
}

/** Gives what was held to the words' box, which has the focus now and waits for the words of a new map. */
export function giveEarlyKeys(): void {
  if (held === null) return;
  const { keys, end } = held;
  end();
  for (const key of keys) {
    const box = document.activeElement;
    if (!(box instanceof HTMLTextAreaElement) || !box.matches(WORDS)) return;
    if (key.length === 1) document.execCommand('insertText', false, key);
    else if (key === 'Backspace') document.execCommand('delete');
    else box.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  }
}

function isOtherField(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && !element.matches(WORDS);
}
