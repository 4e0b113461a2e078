import type { ReactNode } from 'react';

interface FactRowProps {
  readonly className: 'row' | 'person-row';
  readonly name: string;
  /** What is said about it, smaller. */
  readonly facts: ReactNode;
  /** The one thing that can be done with it, and how that is said aloud. */
  readonly act: string;
  readonly actAloud: string;
  readonly isBusy: boolean;
  readonly onAct: () => void;
  /** Another thing that can be done, before that one. */
  readonly children?: ReactNode;
}

/** One of a list of things that can only be looked at and ended: a session, a token, a link. */
export function FactRow({ className, name, facts, act, actAloud, isBusy, onAct, children }: FactRowProps) {
  return (
    <li className={className}>
      <span className="row-words">
        {name}
        <span className="hint">{facts}</span>
      </span>
      {children}
      <button type="button" className="button" aria-label={actAloud} disabled={isBusy} onClick={onAct}>
        {act}
      </button>
    </li>
  );
}
