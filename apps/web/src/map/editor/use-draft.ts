import { useEffect, useState } from 'react';

/**
 * What a field holds while somebody types in it. The map's text comes back a moment later, and React would put the caret at the
 * end; the draft is there at once, and takes over what others changed.
 */
export function useDraft(text: string, write: (text: string) => void): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  const type = (next: string) => {
    setDraft(next);
    write(next);
  };
  return [draft, type];
}
