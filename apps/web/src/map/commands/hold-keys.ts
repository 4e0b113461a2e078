/** A panel that has not come by then is not waited for. */
const LONGEST_MS = 3_000;

/**
 * Holds what is typed until the panel that was just asked for has the focus, and gives it to the field there: a panel is fetched
 * when it is opened first, and its letters must not land in the map meanwhile. It ends as soon as a field has the keyboard, with
 * Escape, and with the map: whatever is typed then is meant for what one sees.
 */
export function holdKeys(): void {
  const map = document.querySelector(WORDS);
  let letters = '';
  let isEntered = false;
  let isEnded = false;
  const hold = (event: KeyboardEvent) => {
    if (give() || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' || map?.isConnected === false) return end();
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Enter') isEntered = true;
    else if (event.key.length === 1 && !isEntered) letters += event.key;
  };
  /** Gives what was held to the field that has the focus; answers whether there is one. */
  const give = (): boolean => {
    const field = document.activeElement;
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isEnded || !isField || field.matches(WORDS)) return isEnded;
    end();
    if (letters !== '') document.execCommand('insertText', false, letters);
    if (isEntered) setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    return true;
  };
  // After the dialog has settled which of its parts has the focus, and before the next key.
  const settle = () => queueMicrotask(give);
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
    removeEventListener('keydown', hold, true);
    removeEventListener('focusin', settle, true);
  };
  const timer = setTimeout(end, LONGEST_MS);
  addEventListener('keydown', hold, true);
  addEventListener('focusin', settle, true);
}

/** The box of the map's own words. */
const WORDS = '.bough-words';
