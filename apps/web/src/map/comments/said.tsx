import { useRef } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { beginningOf, closedUp } from '../panels/beginning.ts';
import { Markdown } from '../panels/markdown.tsx';

interface SaidProps {
  readonly text: string;
  /** Whether long words are shown to their end. */
  readonly isWhole: boolean;
  readonly onWhole: () => void;
}

/** What somebody said, as it reads: of long words the beginning, until one asks for all of them. */
export function Said({ text, isWhole, onWhole }: SaidProps) {
  const view = useRef<HTMLDivElement>(null);
  const all = closedUp(text);
  const beginning = beginningOf(all);
  if (beginning === all) return <Markdown text={all} />;
  return (
    <div ref={view} className="said" tabIndex={-1}>
      <Markdown text={isWhole ? all : beginning} />
      {isWhole ? null : (
        <button
          type="button"
          className="button said-more"
          onClick={() => {
            onWhole();
            // The button goes away, and the keyboard would go to the map.
            view.current?.focus({ preventScroll: true });
          }}
        >
          {sheetWords().comments.more}
        </button>
      )}
    </div>
  );
}
