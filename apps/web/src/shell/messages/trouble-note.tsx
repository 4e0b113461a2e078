import type { Trouble } from '../../api/api.ts';
import { words } from '../../words/index.ts';
import { problemWords } from '../../words/screens/problem-words.ts';

interface TroubleNoteProps {
  readonly trouble: Trouble;
  /** What could not be done; absent: what the server said stands alone. */
  readonly what?: string;
  readonly onRetry?: () => void;
}

/** Something did not work: what, why, and the way on. */
export function TroubleNote({ trouble, what, onRetry }: TroubleNoteProps) {
  const reference = trouble.kind === 'refused' ? trouble.problem.requestId : '';
  return (
    <div className="trouble-note" role="alert">
      <p>
        {what} {sayTrouble(trouble)}
      </p>
      {trouble.kind === 'refused' && trouble.problem.kind === 'corrupt' && reference !== '' ? (
        <p className="hint">{words.problems.reference(reference)}</p>
      ) : null}
      {onRetry === undefined ? null : (
        <button type="button" className="button outlined" onClick={onRetry}>
          {words.tryAgain}
        </button>
      )}
    </div>
  );
}

/** One sentence on why something did not work, in the page's language where it has one. */
export function sayTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'refused':
      return problemWords()[trouble.problem.code.replace(/^.*\//, '')] ?? trouble.problem.message;
    case 'unreachable':
      return words.problems.offline;
    case 'unreadable':
      return words.problems.unreadable;
  }
}
