import { catchKeys, fieldInUse, MAP_WORDS, PART_COMES_WITHIN_MS } from './catch-keys.ts';

let stop: (() => void) | null = null;

/**
 * Catches what is typed until the panel that was just asked for has the focus, and gives it to the field there: a panel is fetched
 * when it is opened first, and its letters must not land in the map meanwhile. It ends as soon as a field has the keyboard, with
 * Escape, and with the map: whatever is typed then is meant for what one sees. Where the panel's code does not come, `panelIsAway` ends it.
 */
export function typeAheadForPanel(): void {
  const map = document.querySelector(MAP_WORDS);
  let letters = '';
  let isEntered = false;
  let isEnded = false;
  /** Gives what was caught to the field that has the focus; answers whether there is one. */
  const give = (): boolean => {
    const field = fieldInUse();
    if (isEnded || field === null) return isEnded;
    end();
    if (letters !== '') document.execCommand('insertText', false, letters);
    // After what the letters led to, and before the next key: a browser that is busy hears keys before its timers.
    const enter = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    if (isEntered) queueMicrotask(enter);
    return true;
  };
  // After the dialog has settled which of its parts has the focus, and before the next key.
  const settle = () => queueMicrotask(give);
  const end = catchKeys(
    PART_COMES_WITHIN_MS,
    ({ key }) => {
      if (give()) return false;
      if (key === 'Escape' || map?.isConnected === false) {
        end();
        return false;
      }
      if (key === 'Enter') isEntered = true;
      else if (key.length === 1 && !isEntered) letters += key;
      return true;
    },
    () => {
      isEnded = true;
      removeEventListener('focusin', settle, true);
    },
  );
  addEventListener('focusin', settle, true);
  stop = end;
}

/** The panel does not come, and that was said: what is typed from now on is meant for the map. */
export function panelIsAway(): void {
  stop?.();
}
