import { tipPlace } from './tip-place.ts';
import './tips.css';

// Our own tips in the place of the browser's: what a button is called and its keys, a moment after a pointer rests on it or the keyboard
// comes to it. Any element with a `title` has one; keys come from `data-keys`. One element on the top layer serves all.

const REST_MS = 600;

/** What the tip of an element says; null: it has none. */
interface Tip {
  readonly holder: HTMLElement;
  readonly text: string;
  readonly keys: string;
}

/** Shows tips from now on; `first` is the event that asked for this code. */
export function showTips(first: Event): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let holder: HTMLElement | null = null;
  const hide = (): void => {
    clearTimeout(timer);
    holder = null;
    element?.hidePopover();
  };
  const come = ({ target }: Event): void => {
    const tip = tipOf(target);
    if (tip?.holder === holder) return;
    hide();
    if (tip === null) return;
    holder = tip.holder;
    timer = setTimeout(() => show(tip), REST_MS);
  };
  addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') come(event);
  });
  addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) come(event);
  });
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'focusout', 'scroll'] as const) {
    addEventListener(kind, hide, { capture: true, passive: true });
  }
  come(first);
}

function tipOf(target: EventTarget | null): Tip | null {
  const holder = target instanceof Element ? target.closest<HTMLElement>('[title], [data-tip]') : null;
  if (holder === null || holder.closest('iframe') !== null) return null;
  // The browser's own tip would come too; what is read aloud has its name elsewhere.
  if (holder.title !== '') {
    holder.dataset['tip'] = holder.title;
    holder.removeAttribute('title');
  }
  const { tip: text = '', keys = '' } = holder.dataset;
  return text === '' ? null : { holder, text, keys };
}

/** Whether a menu is open, which the tip would cover, and the element is none of its rows. */
function isBesideMenu(holder: HTMLElement): boolean {
  return document.querySelector('[role="menu"]') !== null && holder.closest('[role="menu"]') === null;
}

let element: HTMLElement | null = null;

function show({ holder, text, keys }: Tip): void {
  if (!holder.isConnected || isBesideMenu(holder)) return;
  element ??= made();
  element.replaceChildren(text);
  if (keys !== '') element.append(Object.assign(document.createElement('kbd'), { textContent: keys }));
  element.showPopover();
  const { left, top } = tipPlace(holder.getBoundingClientRect(), element.getBoundingClientRect(), {
    width: innerWidth,
    height: innerHeight,
  });
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

function made(): HTMLElement {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.popover = 'manual';
  // What it says is the button's name, which is read already.
  tip.ariaHidden = 'true';
  document.body.append(tip);
  return tip;
}
