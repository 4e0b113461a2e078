import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from '../shell/messages/dialog.tsx';
import { importFileWords } from '../words/screens/import-file-words.ts';
import { importWords } from '../words/screens/import-words.ts';
import { BEFORE_IMPORT, ImportSession, type ImportState } from './import-session.ts';
import type { ImportPlace } from './make-imported.ts';
import { ManyView } from './many-view.tsx';
import { ImageTroubles, ReportView } from './report-view.tsx';
import './import.css';

const ACCEPT =
  '.mm,.zip,.opml,.xmind,.mmap,.km,.html,.htm,.md,.markdown,.org,.txt,.csv,.tsv,.mmd,.puml,.plantuml,.drawio,.excalidraw,.vsdx,.canvas,.json,.xml';

interface ImportDialogProps {
  /** Files that were dropped on the page; none: they are still to be chosen. */
  readonly dropped: readonly File[];
  readonly place: ImportPlace;
  readonly onClose: () => void;
  readonly onClosed?: () => void;
}

/** Files of other programs become maps, or one becomes branches: chosen, read beside the page, reported on, and made only then. */
export function ImportDialog({ dropped, place, onClose, onClosed }: ImportDialogProps) {
  const { state, session } = useImport(place, dropped, onClose);
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const isBusy = state.kind === 'making' || (state.kind === 'many' && state.isRunning);
  useStay(isBusy);
  // The first Esc stops, and what became of each file stays to be read.
  const close = () => (isBusy ? session.stop() : onClose());
  return (
    <Dialog title={importFileWords().title} onClose={close} {...(onClosed === undefined ? {} : { onClosed })}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={place.kind === 'map'}
        accept={ACCEPT}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) void session.choose(files);
        }}
      />
      <Content state={state} session={session} place={place} onChoose={choose} onClose={onClose} />
    </Dialog>
  );
}

/** What an import is doing. It ends with the dialog. */
function useImport(place: ImportPlace, dropped: readonly File[], onDone: () => void) {
  const [state, setState] = useState<ImportState>(BEFORE_IMPORT);
  const [session] = useState(() => new ImportSession({ place, onState: setState, onDone }));
  const first = useRef(dropped);
  useEffect(() => {
    // One dialog is opened for what was dropped once.
    if (first.current.length > 0) void session.choose(first.current);
    first.current = [];
  }, [session]);
  useEffect(() => () => session.close(), [session]);
  return { state, session };
}

/** The browser asks before it leaves the page in the middle of an import. */
function useStay(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [isBusy]);
}

interface ContentProps {
  readonly state: ImportState;
  readonly session: ImportSession;
  readonly place: ImportPlace;
  readonly onChoose: () => void;
  readonly onClose: () => void;
}

function Content({ state, session, place, onChoose, onClose }: ContentProps): ReactNode {
  const text = importWords();
  switch (state.kind) {
    case 'choosing':
      return <Choosing problem={state.problem} isMany={place.kind === 'map'} onChoose={onChoose} />;
    case 'reading':
      return <p role="status">{importFileWords().reading(state.name)}</p>;
    case 'read': {
      const { ready } = state;
      return (
        <>
          <ReportView report={ready.file.report} drawn={ready.drawn} troubles={ready.troubles} />
          <div className="import-ways">
            <button type="button" className="button" onClick={onChoose}>
              {importFileWords().another}
            </button>
            <button type="button" className="button primary" onClick={() => void session.make()}>
              {place.kind === 'map' ? importFileWords().make : importFileWords().graft}
            </button>
          </div>
        </>
      );
    }
    case 'making':
      return <Making state={state} onStop={() => session.stop()} />;
    case 'made':
      return (
        <>
          <p role="status">{place.kind === 'map' ? text.made(state.made.title) : text.grown}</p>
          <div className="import-report">
            <ImageTroubles troubles={state.made.troubles} />
          </div>
          <div className="import-ways">
            <button type="button" className="button primary" onClick={() => session.open(state.made.map)}>
              {place.kind === 'map' ? text.open : text.done}
            </button>
          </div>
        </>
      );
    case 'many':
      return <ManyView {...{ state, session, onClose }} />;
  }
}

interface MakingProps {
  readonly state: Extract<ImportState, { readonly kind: 'making' }>;
  readonly onStop: () => void;
}

function Making({ state: { progress, waitS }, onStop }: MakingProps) {
  const text = importWords();
  const isUploading = progress !== null && progress.images < progress.of;
  const said = isUploading ? text.uploading(progress.images + 1, progress.of) : importFileWords().making;
  const far = isUploading ? { value: progress.images, max: progress.of } : {};
  return (
    <>
      <p role="status">{said}</p>
      <progress className="import-progress" aria-label={said} {...far} />
      {waitS === null ? null : <p role="status">{text.waiting(waitS)}</p>}
      <div className="import-ways">
        <button type="button" className="button" onClick={onStop}>
          {text.stop}
        </button>
      </div>
    </>
  );
}

interface ChoosingProps {
  readonly problem: string | null;
  readonly isMany: boolean;
  readonly onChoose: () => void;
}

function Choosing({ problem, isMany, onChoose }: ChoosingProps) {
  return (
    <>
      {problem === null ? null : (
        <p className="import-problem" role="alert">
          {problem}
        </p>
      )}
      <p>{importFileWords().what}</p>
      {isMany ? <p>{importWords().several}</p> : null}
      <button type="button" className="button primary" data-first onClick={onChoose}>
        <FileUp size={18} strokeWidth={1.5} aria-hidden="true" />
        {isMany ? importWords().choose : importFileWords().choose}
      </button>
    </>
  );
}
