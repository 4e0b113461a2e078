import type { ReactNode } from 'react';
import { go } from './router.ts';

interface LocalLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/** A link within the page: a plain click stays in it, every other way of opening a link works as on any page. */
export function LocalLink({ to, className, label, children }: LocalLinkProps) {
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
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
