import { useEffect } from 'react';
import { words } from '../words/index.ts';
import { ExampleCards } from './example-cards.tsx';
import type { Example } from './examples.ts';
import { NewMapButton } from './home-head.tsx';

/** Home without maps: where the first one begins. */
export function FirstMap({ onBegin }: { readonly onBegin: (example: Example | null) => Promise<void> }) {
  useEffect(() => {
    document.title = words.product;
  }, []);
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
