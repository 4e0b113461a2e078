import { useEffect, useState } from 'react';
import { words } from '../../words/index.ts';

/** A history that has not come by then can be left. */
const PATIENCE_MS = 3_000;

/** Before the history, while its code is fetched: nothing behind it takes a key, so that it says so, and can be left by Escape at once. */
export function PastToCome({ onClose }: { readonly onClose: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [onClose]);
  return (
    <div className="past-to-come">
      <p role="status">{words.loading}</p>
      {isLong ? (
        <button type="button" className="button outlined" onClick={onClose}>
          {words.cancel}
        </button>
      ) : null}
    </div>
  );
}
