import type { Editor } from '@bough/editor';

/** Parts of the screen whose buttons have no keys of their own but Enter, Space and Tab. */
const CHROME = '.item-bar, .zoom-bar, .map-head, .phone-bar';

/**
 * While a button of the chrome has the keyboard, as after a click, Escape gives it back to the map, and what is pressed with Ctrl or
 * Command is meant for the map: finding, undoing, the palette.
 */
export function keysGoOn(editor: Editor, event: KeyboardEvent): void {
  const { target, key } = event;
  if (!(target instanceof HTMLButtonElement) || target.closest(CHROME) === null || event.defaultPrevented) return;
  if (key === 'Escape') return editor.focus();
  if (!event.ctrlKey && !event.metaKey) return;
  if (key === 'Control' || key === 'Meta' || key === 'Shift' || key === 'Alt') return;
  editor.focus();
  // The event's own fields are those that a new one asks for.
  const again = new KeyboardEvent(event.type, event);
  if (document.activeElement?.dispatchEvent(again) === false) event.preventDefault();
}
