import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { words } from '../words/index.ts';
import { LocalLink } from './controls/local-link.tsx';
import './page-frame.css';

interface PageFrameProps {
  readonly title: string;
  /** Below the title: what the page is about. */
  readonly text?: string;
  readonly children: ReactNode;
}

/** A page of words and forms: the way home, a title, one calm column. */
export function PageFrame({ title, text, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <div className="page-frame">
      <header className="page-head">
        <LocalLink to="/" className="button page-back">
          <ChevronLeft size={18} strokeWidth={1.5} aria-hidden="true" />
          {words.map.home}
        </LocalLink>
      </header>
      <main>
        <h1>{title}</h1>
        {text === undefined ? null : <p className="quiet page-text">{text}</p>}
        {children}
      </main>
    </div>
  );
}

/** A part of a page: its name at the left where there is room, else above. */
export function PageSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="page-section">
      <h2>{title}</h2>
      <div className="page-section-body">{children}</div>
    </section>
  );
}
