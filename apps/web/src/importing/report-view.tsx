import type { Report, ReportNote } from '@bough/formats';
import { importFileWords } from '../words/screens/import-file-words.ts';
import { importWords } from '../words/screens/import-words.ts';
import { reportWords } from '../words/screens/report-words.ts';
import { plainLines } from './plain-report.ts';
import type { ImageTrouble, ReadyFile } from './ready-images.ts';

interface ReportViewProps {
  readonly report: Report;
  readonly drawn: ReadyFile['drawn'];
  readonly troubles: readonly ImageTrouble[];
}

/** What was found in the file, and what did not come along as it was. */
export function ReportView({ report, drawn, troubles }: ReportViewProps) {
  const { items, roots, links, notes, images } = report.tally;
  const kinds = ['repaired', 'approximated', 'kept', 'lost'] as const;
  const isWhole = report.notes.length === 0 && troubles.length === 0;
  const drawnKinds = [...new Set(drawn.map(({ from }) => from.toUpperCase()))].join(', ');
  return (
    <div className="import-report">
      <p>{importFileWords().found({ items, roots, links, notes, images })}</p>
      {isWhole ? <p>{importFileWords().whole}</p> : null}
      <ImageTroubles troubles={troubles} />
      {drawn.length === 0 ? null : <p>{importWords().drawn(drawn.length, drawnKinds)}</p>}
      {kinds.map((kind) => (
        <Notes key={kind} kind={kind} notes={report.notes.filter((note) => note.kind === kind)} />
      ))}
    </div>
  );
}

/** Each image that the map does not get, by name, with the reason. */
export function ImageTroubles({ troubles }: { readonly troubles: readonly ImageTrouble[] }) {
  if (troubles.length === 0) return null;
  const { noImages, imageOf, why: reasons } = importWords();
  return (
    <section>
      <h3>{noImages(troubles.length)}</h3>
      <ul>
        {troubles.map(({ name, of, why }) => (
          <li key={name}>
            {imageOf(name, of)}
            <span className="import-example">{typeof why === 'string' ? reasons[why] : why.said}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NotesProps {
  readonly kind: ReportNote['kind'];
  readonly notes: readonly ReportNote[];
}

/** What happened, in a line for each thing; each property of the file, by its name, on demand. */
function Notes({ kind, notes }: NotesProps) {
  if (notes.length === 0) return null;
  const { sentence, times, kind: kinds } = importFileWords();
  const { thing: nameOf, keptThings, meaning, details } = reportWords();
  return (
    <section>
      <h3>{kinds[kind]}</h3>
      <p className="hint">{meaning[kind]}</p>
      <ul>
        {plainLines(notes).map(({ thing, what, count }) => (
          <li key={what}>
            {thing === null ? sentence(what) : keptThings(nameOf[thing], count)}
            {thing === null && count > 1 ? <span className="import-count"> {times(count)}</span> : null}
          </li>
        ))}
      </ul>
      <details>
        <summary className="hint">{details}</summary>
        <ul>
          {notes.map(({ what, count, example }) => (
            <li key={what}>
              {sentence(what)}
              <span className="import-count">{count > 1 ? ` ${times(count)}` : ''}</span>
              {example === '' ? null : <span className="import-example cut">{example}</span>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
