import { useEffect } from 'react';
import { LocalLink } from '../../shell/controls/local-link.tsx';
import { words } from '../../words/index.ts';
import { ExampleCards } from './example-cards.tsx';
import type { Example } from './examples.ts';
import { NewMapButton } from '../home-head.tsx';

/** Home without maps: where the first one begins, or, for null, where somebody signs in who may make one. */
export function FirstMap({ onBegin }: { readonly onBegin: ((example: Example | null) => Promise<void>) | null }) {
  useEffect(() => {
    document.title = words.product;
  }, []);
  if (onBegin === null) return <SignInFirst />;
  return (
    <div className="first">
      <section className="first-map">
        <h1>{words.home.emptyTitle}</h1>
        <p className="quiet">{words.home.emptyText}</p>
        <NewMapButton onNew={() => onBegin(null)} />
      </section>
      <ExampleCards onChoose={(example) => onBegin(example)} />
    </div>
  );
}

function SignInFirst() {
  return (
    <div className="first">
      <section className="first-map">
        <h1>{words.home.closedTitle}</h1>
        <p className="quiet">{words.home.closedText}</p>
        <LocalLink to="/sign-in" className="button primary">
          {words.account.signIn}
        </LocalLink>
      </section>
    </div>
  );
}
