import type { ReactNode } from 'react';

interface RowProps {
  readonly className?: 'row' | 'person-row';
  readonly name: ReactNode;
  /** What is said about it, smaller. */
  readonly facts: ReactNode;
  /** What can be done with it. */
  readonly children?: ReactNode;
}

/** One of a list of things, and what is said about it. */
export function Row({ className = 'row', name, facts, children }: RowProps) {
  return (
    <li className={className}>
      <span className="row-words">
        {name}
        <span className="hint">{facts}</span>
      </span>
      {children}
    </li>
  );
}

interface FactRowProps extends RowProps {
  /** The one thing that can be done with it, and how that is said aloud; what else can be done stands before it. */
  readonly act: string;
  readonly actAloud: string;
  readonly isBusy: boolean;
  readonly onAct: () => void;
}

/** One of a list of things that can only be looked at and ended: a session, a token, a link. */
export function FactRow({ act, actAloud, isBusy, onAct, children, ...row }: FactRowProps) {
  return (
    <Row {...row}>
      {children}
      <button type="button" className="button" aria-label={actAloud} disabled={isBusy} onClick={onAct}>
        {act}
      </button>
    </Row>
  );
}
