import { X } from 'lucide-react';
import { useEffect } from 'react';
import { words } from '../../words/index.ts';
import './toast.css';
import { IconButton } from '../controls/icon-button.tsx';
import { Shared, useShared } from '../shared.ts';

// One short sentence at the bottom of the page about what was just done, with a way back where there is one. Screen readers
// hear it politely; it takes no focus.

/** What was done, and how to undo it. */
export interface Toast {
  readonly text: string;
  readonly undo?: () => void;
}

const STAYS_MS = 8_000;
const shown = new Shared<Toast | null>(null);

/** Says what was done; the next sentence takes its place. */
export function showToast(next: Toast | null): void {
  shown.set(next);
}

/** Where toasts are seen and heard. */
export function Toaster() {
  const now = useShared(shown);
  useEffect(() => {
    if (now === null) return;
    const timer = setTimeout(() => showToast(null), STAYS_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div className="toast" role="status">
      {now === null ? null : (
        <p>
          <span>{now.text}</span>
          {now.undo === undefined ? null : (
            <button type="button" className="button" onClick={() => (now.undo?.(), showToast(null))}>
              {words.undo}
            </button>
          )}
          <IconButton name={words.close} onPress={() => showToast(null)}>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </p>
      )}
    </div>
  );
}
