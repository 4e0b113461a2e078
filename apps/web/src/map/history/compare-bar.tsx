import type { PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';
import { type Comparison, type Differs, MARK_LOOKS } from '@bough/editor/moments';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { Select } from '../../shell/controls/select.tsx';
import { pastWords } from '../../words/screens/past-words.ts';
import type { Compare, Past } from './use-past.ts';

interface CompareBarProps {
  readonly past: Past;
  readonly compare: Compare;
  readonly nameOf: (author: PersonId) => string;
}

const EVERYBODY = 'everybody';
const KINDS: readonly Differs['kind'][] = ['added', 'changed', 'moved', 'removed'];

/** How two moments differ, in numbers, and the way from one difference to the next. */
export function CompareBar({ past, compare, nameOf }: CompareBarProps) {
  const said = pastWords();
  const { comparison, shown, setCompare, steps } = past;
  const placeOf = (seq: number) => steps?.placeOf(seq) ?? seq;
  const authors = comparison?.authors ?? [];
  const names = Object.fromEntries(authors.map((author) => [author, nameOf(author)]));
  return (
    <section className="history-card" aria-label={said.compare}>
      <header>
        <strong>
          {comparison === null ? said.comparing : said.between(placeOf(comparison.from), placeOf(comparison.to))}
        </strong>
        <IconButton name={said.endCompare} onPress={() => setCompare(null)}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </header>
      {comparison === null ? null : (
        <>
          <Counts {...{ comparison }} />
          <div className="history-compare-steps">
            <Steps {...{ comparison, shown }} />
            {authors.length > 1 || compare.by !== null ? (
              <Select
                aria-label={said.by}
                options={[EVERYBODY, ...authors]}
                names={{ ...names, [EVERYBODY]: said.everybody }}
                value={compare.by ?? EVERYBODY}
                onChange={(one) => setCompare({ ...compare, by: one === EVERYBODY ? null : one })}
              />
            ) : null}
          </div>
        </>
      )}
    </section>
  );
}

function Counts({ comparison: { counts, from, to } }: { readonly comparison: Comparison }) {
  const said = pastWords();
  const some = KINDS.filter((kind) => counts[kind] > 0);
  return (
    <p className="history-counts" role="status">
      {some.map((kind) => (
        <span key={kind} className="history-count">
          <span aria-hidden="true" data-hue={MARK_LOOKS[kind].hue}>
            {MARK_LOOKS[kind].sign}
          </span>
          {said[kind](counts[kind])}
        </span>
      ))}
      {counts.links > 0 ? <span>{said.links(counts.links)}</span> : null}
      {some.length === 0 && counts.links === 0 ? (
        <span>{from === to ? said.sameMoment : said.noDifference}</span>
      ) : null}
    </p>
  );
}

interface StepsProps {
  readonly comparison: Comparison;
  /** The editor that shows both moments. */
  readonly shown: Editor | null;
}

function Steps({ comparison: { order }, shown }: StepsProps) {
  const said = pastWords();
  const [at, setAt] = useState(-1);
  useEffect(() => setAt(-1), [order]);
  if (order.length === 0) return null;
  const step = (by: 1 | -1) => {
    const next = at < 0 ? (by === 1 ? 0 : order.length - 1) : (at + by + order.length) % order.length;
    setAt(next);
    const id = order[next];
    if (id !== undefined) shown?.show(id);
  };
  return (
    <>
      <IconButton name={said.previous} onPress={() => step(-1)}>
        <ChevronLeft size={18} strokeWidth={1.5} />
      </IconButton>
      <span className="history-compare-at">{said.differenceAt(at + 1, order.length)}</span>
      <IconButton name={said.next} onPress={() => step(1)}>
        <ChevronRight size={18} strokeWidth={1.5} />
      </IconButton>
    </>
  );
}
