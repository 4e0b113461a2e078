import { useEffect } from 'react';
import { SignInButton } from '../../signing-in/sign-in.tsx';
import { words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
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
        <h1>{homeWords().emptyTitle}</h1>
        <p className="quiet">{homeWords().emptyText}</p>
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
        <h1>{homeWords().closedTitle}</h1>
        <p className="quiet">{homeWords().closedText}</p>
        <SignInButton />
      </section>
    </div>
  );
}
