import type { PersonId } from '@bough/base';
import { language } from '../../words/index.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import { sayWhen } from '../../words/when.ts';
import type { Past } from './use-past.ts';

/** The last ones are shown; the slider has all of them. */
const MOST = 20;

interface MarkListProps {
  readonly past: Past;
  readonly nameOf: (author: PersonId) => string;
}

/** Changes of many items at once, and where the server went on after a loss: the last first. A press goes there. */
export function MarkList({ past, nameOf }: MarkListProps) {
  const said = pastWords();
  const { marks } = past;
  const { large, renewed } = marks;
  if (large.length + renewed.length === 0) return null;
  const rows = [
    ...large.map((step) => ({
      seq: step.seq,
      what: step.isNew ? said.manyAdded(step.items) : said.manyChanged(step.items),
      who: `${nameOf(step.author)}, ${sayWhen(step.at, Date.now(), language)}`,
    })),
    ...renewed.map((after) => ({ seq: after, what: said.renewed, who: said.renewedAfter(after) })),
  ].toSorted((a, b) => b.seq - a.seq);
  return (
    <section className="history-marks" aria-label={said.marks}>
      <h2>{said.marks}</h2>
      <ol>
        {rows.slice(0, MOST).map((row) => (
          <li key={`${row.what} ${row.seq}`}>
            <button
              type="button"
              className="history-sitting"
              aria-current={past.isAt(row.seq) ? 'true' : undefined}
              onClick={() => past.setSeq(row.seq)}
            >
              <span>{row.what}</span>
              <span className="quiet">{row.who}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
