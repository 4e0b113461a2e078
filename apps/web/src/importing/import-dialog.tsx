import type { Report, ReportNote } from '@bough/formats';
import { FileUp } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '../shell/messages/dialog.tsx';
import { sayTrouble } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { reportWords } from '../words/screens/report-words.ts';
import { FileReading, UnreadFile } from './file-reader.ts';
import { type ImportPlace, makeImported } from './make-imported.ts';
import type { ReadFile } from './messages.ts';
import { plainLines } from './plain-report.ts';
import './import.css';

type State =
  | { readonly kind: 'choosing'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'read'; readonly name: string; readonly file: ReadFile }
  | { readonly kind: 'making' };

const ACCEPT =
  '.mm,.zip,.opml,.xmind,.mmap,.km,.html,.htm,.md,.markdown,.org,.txt,.csv,.tsv,.mmd,.puml,.plantuml,.drawio,.excalidraw,.vsdx,.canvas,.json,.xml';

interface ImportDialogProps {
  /** A file that was dropped on the page; null: it is still to be chosen. */
  readonly dropped: File | null;
  readonly place: ImportPlace;
  readonly onClose: () => void;
  readonly onClosed?: () => void;
}

/** A file of another program becomes a map, or branches of one: chosen, read beside the page, reported on, and made only then. */
export function ImportDialog({ dropped, place, onClose, onClosed }: ImportDialogProps) {
  const { state, read, make } = useImport(place, onClose);
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(dropped);
  useEffect(() => {
    // One dialog is opened for one dropped file.
    if (first.current !== null) void read(first.current);
    first.current = null;
  }, [read]);
  const choose = () => input.current?.click();
  return (
    <Dialog title={words.importing.title} onClose={onClose} {...(onClosed === undefined ? {} : { onClosed })}>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) void read(file);
        }}
      />
      {state.kind === 'choosing' ? <Choosing problem={state.problem} onChoose={choose} /> : null}
      {state.kind === 'reading' ? <p role="status">{words.importing.reading(state.name)}</p> : null}
      {state.kind === 'making' ? <p role="status">{words.importing.making}</p> : null}
      {state.kind === 'read' ? (
        <>
          <ReportView report={state.file.report} />
          <div className="import-ways">
            <button type="button" className="button" onClick={choose}>
              {words.importing.another}
            </button>
            <button type="button" className="button primary" onClick={() => void make(state.name, state.file)}>
              {place.kind === 'map' ? words.importing.make : words.importing.graft}
            </button>
          </div>
        </>
      ) : null}
    </Dialog>
  );
}

/** Where the import stands, and its two steps. What is still going on ends with the dialog. */
function useImport(place: ImportPlace, onMade: () => void) {
  const [state, setState] = useState<State>({ kind: 'choosing', problem: null });
  const reading = useRef<FileReading | null>(null);
  useEffect(() => () => reading.current?.close(), []);
  const read = useCallback(async (file: File) => {
    reading.current?.close();
    const now = new FileReading();
    reading.current = now;
    setState({ kind: 'reading', name: file.name });
    try {
      const found = await now.read(file);
      if (reading.current === now) setState({ kind: 'read', name: file.name, file: found });
    } catch (cause) {
      if (reading.current === now) setState({ kind: 'choosing', problem: problemOf(file.name, cause) });
    }
  }, []);
  const make = async (name: string, file: ReadFile) => {
    const now = reading.current;
    if (now === null) return;
    setState({ kind: 'making' });
    const trouble = await makeImported(now, { name, file, place }).catch((cause: unknown) => problemOf(name, cause));
    if (trouble === null) onMade();
    else setState({ kind: 'choosing', problem: typeof trouble === 'string' ? trouble : sayTrouble(trouble) });
  };
  return { state, read, make };
}

function Choosing({ problem, onChoose }: { readonly problem: string | null; readonly onChoose: () => void }) {
  return (
    <>
      {problem === null ? null : (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
      <p>{words.importing.what}</p>
      <button type="button" className="button primary" data-first onClick={onChoose}>
        <FileUp size={18} strokeWidth={1.5} aria-hidden="true" />
        {words.importing.choose}
      </button>
    </>
  );
}

function problemOf(name: string, cause: unknown): string {
  if (!(cause instanceof UnreadFile)) return words.importing.broke(name);
  if (cause.isTooLong) return words.importing.tooLong(name);
  return cause.message === ''
    ? words.importing.broke(name)
    : words.importing.refused(name, words.importing.sentence(cause.message));
}

/** What was found in the file, and what did not come along as it was. */
function ReportView({ report }: { readonly report: Report }) {
  const { items, roots, links, notes, images } = report.tally;
  const kinds = ['repaired', 'approximated', 'kept', 'lost'] as const;
  return (
    <div className="import-report">
      <p>{words.importing.found({ items, roots, links, notes, images })}</p>
      {report.notes.length === 0 ? <p>{words.importing.whole}</p> : null}
      {kinds.map((kind) => (
        <Notes key={kind} kind={kind} notes={report.notes.filter((note) => note.kind === kind)} />
      ))}
    </div>
  );
}

interface NotesProps {
  readonly kind: ReportNote['kind'];
  readonly notes: readonly ReportNote[];
}

/** What happened, in a line for each thing; each property of the file, by its name, on demand. */
function Notes({ kind, notes }: NotesProps) {
  if (notes.length === 0) return null;
  const { sentence, times, kind: kinds } = words.importing;
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
