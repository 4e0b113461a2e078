import type { PersonId } from '@bough/base';
import { X } from 'lucide-react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { words } from '../../words/index.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import type { Past } from './use-past.ts';

interface BlameKeyProps {
  readonly past: Past;
  readonly nameOf: (author: PersonId) => string;
}

/** Which colour is whose, while items are coloured by person. */
export function BlameKey({ past, nameOf }: BlameKeyProps) {
  const said = pastWords();
  const { blame, state } = past;
  return (
    <section className="history-card" aria-label={said.blame}>
      <header>
        <strong>{said.blameKey}</strong>
        <IconButton name={words.close} onPress={past.turnBlame}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </header>
      {blame === null ? (
        <p className="quiet" role="status">
          {state === 'failed' ? said.failed : said.reading}
        </p>
      ) : (
        <ul className="history-counts">
          {blame.authors.map(({ author, hue, items }) => (
            <li key={author} className="history-count">
              <span aria-hidden="true" data-hue={hue} />
              {said.has(nameOf(author), items)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
