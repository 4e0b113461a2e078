import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { takePress } from '../../shell/controls/take-press.ts';

interface PopoverProps {
  readonly at: { readonly x: number; readonly y: number };
  /** Where it stands, when it is so large; absent: with its corner at `at`. */
  readonly place?: (size: { readonly width: number; readonly height: number }) => Place;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

const MARGIN = 8;

/**
 * A small panel at a place of the map. Esc and a press elsewhere close it; it stays inside the window. A finger's press that closes it
 * does nothing else, as with the sheets of phones; the mouse's does.
 */
export function Popover({ at, place: choose, label, onClose, children }: PopoverProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const [place, setPlace] = useState<Place | null>(null);
  const chosen = useRef(choose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect();
    if (box === undefined) return;
    const { left, top } = chosen.current?.({ width: box.width, height: box.height }) ?? { left: at.x, top: at.y };
    setPlace({
      left: Math.max(MARGIN, Math.min(left, innerWidth - box.width - MARGIN)),
      top: Math.max(MARGIN, Math.min(top, innerHeight - box.height - MARGIN)),
    });
  }, [at.x, at.y]);
  useEffect(() => {
    if (place === null) return;
    const first = ref.current?.querySelector<HTMLElement>('[autofocus], input, [aria-pressed="true"], button');
    if (ref.current?.contains(document.activeElement) !== true) first?.focus({ preventScroll: true });
  }, [place]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (!(event.target instanceof Node) || ref.current?.contains(event.target) === true) return;
      if (event.pointerType === 'touch') takePress(event);
      close.current();
    };
    addEventListener('pointerdown', onPress, true);
    return () => removeEventListener('pointerdown', onPress, true);
  }, []);
  return (
    <div
      ref={ref}
      className="popover"
      role="dialog"
      aria-label={label}
      style={place ?? { visibility: 'hidden' }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
        else if (event.key.startsWith('Arrow')) moveAmongButtons(ref.current, event);
      }}
    >
      {children}
    </div>
  );
}

/** Arrows go from button to button, as in a toolbar; inside a field they belong to the caret. */
function moveAmongButtons(panel: HTMLElement | null, event: { readonly key: string; preventDefault(): void }): void {
  const { activeElement } = document;
  if (panel === null || !(activeElement instanceof HTMLButtonElement)) return;
  const buttons = [...panel.querySelectorAll('button')];
  const at = buttons.indexOf(activeElement);
  const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : -1;
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}
