/** A panel that has not come by then is not waited for. */
const LONGEST_MS = 3_000;

/**
 * Holds what is typed until the panel that was just asked for has the focus, and gives it to the field there: a panel is fetched
 * when it is opened first, and its letters must not land in the map meanwhile.
 */
export function holdKeys(): void {
  let letters = '';
  let isEntered = false;
  let isEnded = false;
  const hold = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Enter') isEntered = true;
    else if (event.key.length === 1 && !isEntered) letters += event.key;
  };
  // After the dialog has settled which of its parts has the focus.
  const settle = () => setTimeout(give);
  const give = () => {
    const field = document.activeElement;
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (isEnded || !isField || field.matches('.bough-words')) return;
    end();
    if (letters !== '') document.execCommand('insertText', false, letters);
    if (isEntered) setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  };
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
