import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { words } from '../../words/index.ts';
import { IconButton } from '../controls/icon-button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Told when the dialog is gone and has given the focus back, for whoever wants it elsewhere. */
  readonly onClosed?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** One dialog over everything. Esc, the cross and a click beside it close it; focus goes back where it was. */
export function Dialog({ title, onClose, onClosed, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const closed = useRef(onClosed);
  useEffect(() => {
    closed.current = onClosed;
  });
  // Before the page has it and before it is gone: later, what had the focus is no longer to be known, or not to be reached.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // A browser gives the focus to the first button, which is the cross.
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => () => closed.current?.(), []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton name={words.close} onPress={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
