import { CircleAlert, CircleCheck } from 'lucide-react';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { mapAddress } from '../shell/screen.ts';
import { importFileWords } from '../words/screens/import-file-words.ts';
import { importWords } from '../words/screens/import-words.ts';
import { type ImportSession, type ImportState, type Line, mayWorkAgain } from './import-session.ts';
import { ReportView } from './report-view.tsx';

interface ManyViewProps {
  readonly state: Extract<ImportState, { readonly kind: 'many' }>;
  readonly session: ImportSession;
  readonly onClose: () => void;
}

/** Several files: how far it is, a line for each with what became of it, and the ways on. */
export function ManyView({ state, session, onClose }: ManyViewProps) {
  const { lines, isRunning, waitS, others } = state;
  const text = importWords();
  const ended = lines.filter(({ state: { kind } }) => kind !== 'waiting' && kind !== 'working').length;
  const made = lines.filter((line) => line.state.kind === 'made').length;
  const said = isRunning ? text.at(Math.min(ended + 1, lines.length), lines.length) : text.result(made, lines.length);
  return (
    <>
      <p role="status">{said}</p>
      {isRunning ? <progress className="import-progress" aria-label={said} value={ended} max={lines.length} /> : null}
      {waitS === null ? null : <p role="status">{text.waiting(waitS)}</p>}
      <ul className="import-files">
        {lines.map((line, at) => (
          // The lines keep their places, and two files may have one name.
          <FileLine key={at} line={line} />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <p className="import-example">
          {text.others(others.length)} {others.join(', ')}
        </p>
      )}
      <div className="import-ways">
        {isRunning ? (
          <button type="button" className="button" onClick={() => session.stop()}>
            {text.stop}
          </button>
        ) : (
          <>
            {lines.some((line) => mayWorkAgain(line.state)) ? (
              <button type="button" className="button" onClick={() => void session.retry()}>
                {text.again}
              </button>
            ) : null}
            <button type="button" className="button primary" onClick={onClose}>
              {text.done}
            </button>
          </>
        )}
      </div>
    </>
  );
}

function FileLine({ line: { name, state } }: { readonly line: Line }) {
  const text = importWords();
  const file = <span className="import-name">{name}</span>;
  switch (state.kind) {
    case 'waiting':
      return (
        <li>
          {file}
          <span className="import-count">{text.fileWaits}</span>
        </li>
      );
    case 'working': {
      const { progress } = state;
      const isUploading = progress !== null && progress.images < progress.of;
      return (
        <li aria-current="step">
          {file}
          <span className="import-count">
            {isUploading ? text.uploading(progress.images + 1, progress.of) : text.fileWorks}
          </span>
        </li>
      );
    }
    case 'stopped':
    case 'failed':
      return (
        <li data-failed>
          <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />
          {file}
          <span>{state.kind === 'failed' ? text.fileFailed(state.why) : text.fileStopped}</span>
        </li>
      );
    case 'made':
      return <MadeLine name={name} state={state} />;
  }
}

/** The map, and what did not come along; all of it is on demand. */
function MadeLine({
  name,
  state: { made, ready },
}: {
  readonly name: string;
  readonly state: Extract<Line['state'], { readonly kind: 'made' }>;
}) {
  const text = importWords();
  const { report } = ready.file;
  const { items, roots, links, notes, images } = report.tally;
  const isWhole = report.notes.length === 0 && made.troubles.length === 0;
  return (
    <li>
      <CircleCheck size={16} strokeWidth={1.5} aria-hidden="true" />
      <LocalLink className="import-name" to={mapAddress(made.map)}>
        {name}
      </LocalLink>
      <span className="import-count">{importFileWords().found({ items, roots, links, notes, images })}</span>
      {made.troubles.length === 0 ? null : <strong>{text.noImages(made.troubles.length)}</strong>}
      {isWhole && ready.drawn.length === 0 ? null : (
        <details>
          <summary className="hint">{text.details}</summary>
          <ReportView report={report} drawn={ready.drawn} troubles={made.troubles} />
        </details>
      )}
    </li>
  );
}
