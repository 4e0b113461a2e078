// A press that is begun on what was drawn before React, and ended on what React has drawn in its place. A browser makes no click of it, since
// where it began is gone.

/** What is held down there: the button of a mouse, or Space. Fingers have let go when a browser says mousedown for them. */
export interface HeldDown {
  /** Where the press began, as long as it goes on. */
  readonly on: () => Element | null;
  /** The press goes on there instead, and counts when it is let go. */
  readonly goOn: (there: Element) => void;
}

/** Looks at presses there until the signal. */
export function watchPresses(root: HTMLElement, signal: AbortSignal): HeldDown {
  let pressed: { readonly on: Element; readonly end: 'mouseup' | 'keyup' } | null = null;
  const begin = (event: Event, end: 'mouseup' | 'keyup'): void => {
    pressed = event.target instanceof Element ? { on: event.target, end } : null;
  };
  root.addEventListener('mousedown', (event) => event.button === 0 && begin(event, 'mouseup'), { signal });
  root.addEventListener('keydown', (event) => event.key === ' ' && begin(event, 'keyup'), { signal });
  for (const end of ENDS) addEventListener(end, () => (pressed = null), { signal, capture: true });
  return {
    on: () => pressed?.on ?? null,
    goOn: (there) => {
      if (pressed !== null) clickWhenLetGo(there, pressed.end);
    },
  };
}

const ENDS = ['mouseup', 'keyup', 'dragstart'] as const;

/** A click on it when the press ends there, before another one begins. */
function clickWhenLetGo(there: Element, end: 'mouseup' | 'keyup'): void {
  const whole = there.closest('button, a') ?? there;
  const over = new AbortController();
  const options = { signal: over.signal, capture: true };
  const letGo = (event: Event): void => {
    over.abort();
    const target = event.target instanceof Element && whole.contains(event.target) ? event.target : null;
    if (event.type !== end) return;
    // An event of a mouse says which keys are held with it.
    const said = event instanceof MouseEvent ? event : { bubbles: true, cancelable: true, composed: true };
    target?.dispatchEvent(new MouseEvent('click', said));
  };
  for (const type of [...ENDS, 'mousedown'] as const) addEventListener(type, letGo, options);
  // A key that is held down says so again and again.
  addEventListener('keydown', (event) => event.repeat || over.abort(), options);
}
