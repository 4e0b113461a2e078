import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { go } from '../../shell/router.ts';
import { type Place, placeAddress } from '../../shell/screen.ts';
import { homeWords } from '../../words/screens/home-words.ts';

interface SearchFieldProps {
  readonly place: Place;
  readonly query: string;
  /** What the arrow down leads into. */
  readonly results: RefObject<HTMLElement | null>;
}

const SETTLES_MS = 180;

/** The one field that finds maps and items. What is looked for stands in the address, so that one comes back to it. */
export function SearchField({ place, query, results }: SearchFieldProps) {
  const [draft, setDraft] = useState(query);
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(query);
  useEffect(() => {
    // Not what was typed before React came.
    if (shown.current === query) return;
    shown.current = query;
    setDraft(query);
  }, [query]);
  const search = () => {
    // The first letter makes a step back to where one was; more letters do not.
    if (draft.trim() !== query) go(placeAddress(place, draft.trim()), query === '' ? 'push' : 'replace');
  };
  useEffect(() => {
    const timer = setTimeout(search, SETTLES_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what is typed begins a search; the place moves with it
  }, [draft, query]);
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      const isFind = event.key.toLowerCase() === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey);
      if (!isSlash && !isFind) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', find);
    // Whoever comes from a map to find something everywhere begins to type at once.
    if (location.hash === '#find') field.current?.focus();
    return () => removeEventListener('keydown', find);
  }, []);
  return (
    <label className="home-search" role="search">
      <span className="unseen">{homeWords().search}</span>
      <Search size={16} strokeWidth={1.5} aria-hidden="true" />
      <input
        ref={field}
        className="field"
        type="search"
        placeholder={homeWords().search}
        maxLength={200}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        // A search that began after one has gone on into a map would lead back out of it.
        onBlur={search}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft !== '') {
            event.preventDefault();
            setDraft('');
          }
          if (event.key === 'ArrowDown') {
            const first = results.current?.querySelector<HTMLElement>('a, button');
            if (first !== null && first !== undefined) event.preventDefault();
            first?.focus();
          }
        }}
      />
    </label>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
