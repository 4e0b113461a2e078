import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takePress } from './take-press.ts';

interface MenuProps {
  /** Where it hangs, in the window's pixels: its top edge, and the edge that it keeps to. */
  readonly at: { readonly x: number; readonly y: number; readonly edge: 'start' | 'end' };
  readonly label: string;
  /** It is a list of which one is chosen: it opens there. */
  readonly isChoice?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const MARGIN = 8;

/**
 * A list of actions. Arrows move, Esc and a press elsewhere close; it stays inside the window, and takes only what was pressed in it.
 * The press that closes it does nothing else, as in the menus of phones, of macOS and of GNOME; but the right button asks for the menu
 * of what lies there.
 */
export function Menu({ at, label, isChoice = false, onClose, children }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  // The finger that asked for the menu may still be down: what it lets go of is not chosen.
  const isPressed = useRef(false);
  useEffect(() => {
    close.current = onClose;
  });
  const place = useHungPlace(ref, at);
  // Given back before the menu is gone, so that a dialog which it opened knows where the focus was.
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useSteering(ref, close);
  const isPlaced = place !== null;
  useEffect(() => {
    // What is hidden takes no focus.
    if (!isPlaced) return;
    const chosen = isChoice ? rowsOf(ref.current).find((row) => row.ariaChecked === 'true') : undefined;
    chosen?.scrollIntoView({ block: 'center' });
    (chosen ?? ref.current)?.focus({ preventScroll: true });
  }, [isPlaced, isChoice]);
  return (
    <div
      ref={ref}
      className="menu"
      role="menu"
      popover="manual"
      aria-label={label}
      tabIndex={-1}
      style={place === null ? { visibility: 'hidden' } : place}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDownCapture={() => (isPressed.current = true)}
      onClickCapture={(event) => {
        // By keys, and by what reads the screen aloud, nothing is pressed and no click is counted.
        if (!isPressed.current && event.detail > 0) event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}

/** Keys move in the menu, and what is pressed elsewhere closes it. */
function useSteering(ref: RefObject<HTMLElement | null>, close: RefObject<() => void>): void {
  useEffect(() => {
    const isOutside = ({ target }: Event) => target instanceof Node && ref.current?.contains(target) !== true;
    const closeOutside = (event: PointerEvent) => {
      if (!isOutside(event)) return;
      if (event.button === 0) takePress(event);
      close.current();
    };
    // While one button is held the next one is no press of a pointer. WebKit may take the right one, which asked for the menu, to be held.
    const closeBeside = (event: MouseEvent) => {
      const isSecond = (event.buttons & (event.buttons - 1)) !== 0;
      if (isSecond && isOutside(event)) close.current();
    };
    // On the window, and first: the canvas takes the keyboard back when the press that asked for the menu ends.
    const steer = (event: KeyboardEvent) => {
      const isEnd = event.key === 'Escape' || event.key === 'Tab';
      if (isEnd) close.current();
      else if (!moveFocus(ref.current, event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('pointerdown', closeOutside, true);
    addEventListener('mousedown', closeBeside, true);
    addEventListener('keydown', steer, true);
    return () => {
      removeEventListener('pointerdown', closeOutside, true);
      removeEventListener('mousedown', closeBeside, true);
      removeEventListener('keydown', steer, true);
    };
  }, [ref, close]);
}

/** Where the menu stands, in the top layer: what it hangs in neither cuts it off nor lies over it. null: it is still to be measured. */
function useHungPlace(ref: RefObject<HTMLElement | null>, at: MenuProps['at']) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    ref.current?.showPopover();
    const box = ref.current?.getBoundingClientRect();
    if (box === undefined) return;
    const left = at.edge === 'start' ? at.x : at.x - box.width;
    setPlace({
      left: Math.max(MARGIN, Math.min(left, innerWidth - box.width - MARGIN)),
      top: Math.max(MARGIN, Math.min(at.y, innerHeight - box.height - MARGIN)),
    });
  }, [ref, at.x, at.y, at.edge]);
  return place;
}

function rowsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu === null ? [] : [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}

function moveFocus(menu: HTMLElement | null, key: string): boolean {
  const rows = rowsOf(menu);
  const at = rows.findIndex((row) => row === document.activeElement);
  const target = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
  if (target === undefined || rows.length === 0) return false;
  rows.at(target % rows.length)?.focus();
  return true;
}

interface MenuRowProps {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly isChecked?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One action of a menu, with its keys at the right. */
export function MenuRow({ icon, keys, isChecked, isDisabled = false, onChoose, children }: MenuRowProps) {
  return (
    <button
      type="button"
      className="menu-row"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      tabIndex={-1}
      disabled={isDisabled}
      onClick={onChoose}
    >
      {icon}
      <span>{children}</span>
      {keys === undefined || keys === '' ? null : <kbd>{keys}</kbd>}
    </button>
  );
}
