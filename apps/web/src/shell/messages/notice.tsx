import type { ReactNode } from 'react';
import { words } from '../../words/index.ts';
import { LocalLink } from '../controls/local-link.tsx';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A whole screen that says one thing: what happened, what is safe, what to do. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <main className="notice">
      <BrokenBranch />
      <h1>{title}</h1>
      <p className="quiet">{text}</p>
      <div className="notice-ways">
        {children}
        <LocalLink to="/" className="button outlined">
          {words.map.home}
        </LocalLink>
      </div>
    </main>
  );
}

function BrokenBranch() {
  return (
    <svg width="120" height="64" viewBox="0 0 120 64" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M6 44C34 44 38 26 58 26" stroke="var(--leaf)" strokeWidth="5" />
      <path d="M74 25C88 24 96 14 114 14" stroke="var(--leaf)" strokeWidth="2.5" strokeDasharray="2 8" opacity="0.7" />
      <path d="M34 38C50 40 54 54 74 54" stroke="var(--leaf)" strokeWidth="3" opacity="0.55" />
    </svg>
  );
}
