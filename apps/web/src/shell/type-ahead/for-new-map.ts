import { catchKeys, fieldInUse, MAP_WORDS } from './catch-keys.ts';

// A new map is there only after the server has answered and the editor has come. Who types at once types for the map.

/** A map that has not come by then is not waited for. */
const LONGEST_MS = 60_000;
/** Keys that are no letters and go on into the map, too. */
const PASSED_ON = new Set(['Enter', 'Tab', 'Backspace', 'Escape']);

let caught: { readonly keys: string[]; readonly end: () => void } | null = null;

/** Catches what is typed from now on, until the new map asks for it; any other field ends it, and Escape where nothing was typed before. */
export function typeAheadForNewMap(): void {
  dropTypeAhead();
  const keys: string[] = [];
  const end = catchKeys(
    LONGEST_MS,
    ({ key }) => {
      if ((key === 'Escape' && keys.length === 0) || fieldInUse() !== null) {
        end();
        return false;
      }
      if (key.length > 1 && !PASSED_ON.has(key)) return false;
      keys.push(key);
      return true;
    },
    () => {
      caught = null;
      removeEventListener('paste', giveTypeAhead, true);
    },
  );
  caught = { keys, end };
  // What is pasted comes after what was typed before it.
  addEventListener('paste', giveTypeAhead, true);
}

/** There will be no map. */
export function dropTypeAhead(): void {
  caught?.end();
}

/** Gives what was caught to the words' box, which has the focus now and waits for the words of a new map. */
export function giveTypeAhead(): void {
  if (caught === null) return;
  const { keys, end } = caught;
  end();
  for (const key of keys) {
    const box = document.activeElement;
    if (!(box instanceof HTMLTextAreaElement) || !box.matches(MAP_WORDS)) return;
    if (key.length === 1) document.execCommand('insertText', false, key);
    else if (key === 'Backspace') document.execCommand('delete');
    else box.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  }
}
