import type { ReactNode } from 'react';
import { go } from '../router.ts';

interface LocalLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly label?: string;
  readonly tabIndex?: number;
  /** Whether it leads to where one is. */
  readonly isHere?: boolean;
  readonly children: ReactNode;
}

/** A link within the page: a plain click stays in it, every other way of opening a link works as on any page. */
export function LocalLink({ to, className, label, tabIndex, isHere = false, children }: LocalLinkProps) {
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      aria-current={isHere ? 'page' : undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
