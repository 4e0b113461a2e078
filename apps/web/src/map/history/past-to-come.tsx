import { useEffect, useState } from 'react';
import { PART_COMES_WITHIN_MS } from '../../shell/type-ahead/catch-keys.ts';
import { words } from '../../words/index.ts';

/** Before the history, while its code is fetched: nothing behind it takes a key, so that it says so, and can be left by Escape at once. */
export function PastToCome({ onClose }: { readonly onClose: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PART_COMES_WITHIN_MS);
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
