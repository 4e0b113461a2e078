import type { MapId } from '@bough/base';
import { fileRoutes, type ExportReport } from '@bough/contracts';
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressOf, type Trouble } from '../api/api.ts';
import { Check } from '../shell/controls/check.tsx';
import { Dialog } from '../shell/messages/dialog.tsx';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { exportWords } from '../words/screens/export-words.ts';
import { filmWords } from '../words/screens/film-words.ts';
import { exportReportWords } from '../words/screens/export-report-words.ts';
import type { FilmAsked, FilmOffer } from '../map/film/film-asked.ts';
import { isLossy } from './export-lines.ts';
import { type ExportAsked, prepareExport, type Waited } from './prepare.ts';
import { DoneDialog, type Foretold, ForetoldView, isPossible, useForetold } from './report-view.tsx';
import './export.css';

const PICTURES = ['pdf', 'png', 'svg'] as const;
const FILES = [
  'mm',
  'freemind',
  'coggle',
  'xmind',
  'opml',
  'html',
  'markdown',
  'org',
  'outline',
  'mermaid',
  'plantuml',
  'canvas',
  'csv',
  'vsdx',
  'docx',
  'pptx',
  'kityminder',
  'bough',
] as const;
type Format = (typeof PICTURES)[number] | (typeof FILES)[number];
const THEMES = ['light', 'dark'] as const;
const PAPERS = ['one', 'a4', 'a3', 'a2', 'letter', 'legal', 'tabloid'] as const;
const SHEETS = ['page', 'tiles'] as const;
const IMAGES = ['files', 'data'] as const;
const SCALES = [1, 2, 3, 4] as const;
const TIMES = { 1: '1×', 2: '2×', 3: '3×', 4: '4×' } as const;

interface ExportDialogProps {
  readonly map: MapId;
  /** The map as it was at that number; absent: as it is. */
  readonly at?: number;
  /** The item that is selected: its branch may be all that is wanted. */
  readonly branch?: string | null;
  /** The past that a film of can be made; absent: none is offered. */
  readonly film?: FilmOffer;
  readonly onClose: () => void;
}

interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly paper: (typeof PAPERS)[number];
  readonly sheets: (typeof SHEETS)[number];
  readonly scale: (typeof SCALES)[number];
  /** Tiles of an image with more pixels than one can have. */
  readonly isTiled: boolean;
  readonly isTransparent: boolean;
  readonly isOutlined: boolean;
  readonly images: (typeof IMAGES)[number];
}
const LOOK: Look = {
  ...{ theme: 'light', paper: 'one', sheets: 'page', scale: 2, images: 'files' },
  ...{ isTiled: false, isTransparent: false, isOutlined: false },
};

/** The map as a file of one's choice: chosen, waited for, saved. */
export function ExportDialog({ map, at, branch = null, film, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('pdf');
  const [isFilmWanted, setFilm] = useState(false);
  const [filmAsked, setFilmAsked] = useState<FilmAsked | null>(null);
  const [look, setLook] = useState<Look>(LOOK);
  const [isBranch, setBranch] = useState(false);
  const { stage, begin, cancel } = useMaking(onClose);
  const isPicture = PICTURES.some((one) => one === format);
  const branchAsked = isBranch && format !== 'bough' ? branch : null;
  const wanted = { map, format, at: at ?? null, branch: branchAsked, ...asked(format, look) };
  const foretold = useForetold({ ...wanted, ...LOOKS_ALIKE });
  if (stage.kind === 'done') {
    const { report } = stage;
    const text = exportReportWords().done(report.notes.some(({ kind }) => kind === 'lost'));
    return <DoneDialog title={exportWords().title} text={text} report={report} onClose={onClose} />;
  }
  if (filmAsked !== null) return <FilmMaking asked={filmAsked} onBack={() => setFilmAsked(null)} onClose={onClose} />;
  if (stage.kind === 'making') return <Making waited={stage.waited} onCancel={cancel} onClose={onClose} />;
  return (
    <Dialog title={exportWords().title} onClose={onClose}>
      <form
        className="export"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFilmWanted) begin(wanted);
        }}
      >
        <Formats
          chosen={isFilmWanted ? 'film' : format}
          hasFilm={film !== undefined}
          onFilm={() => setFilm(true)}
          onChoose={(one) => {
            setFilm(false);
            setFormat(one);
          }}
        />
        {isFilmWanted && film !== undefined ? (
          <FilmFoot film={film} onBegin={setFilmAsked} />
        ) : (
          <div className="export-foot">
            {isPicture || format === 'markdown' ? <LookOf format={format} look={look} onChange={setLook} /> : null}
            {branch === null || format === 'bough' ? null : (
              <Check className="export-format" text={exportWords().branch} isOn={isBranch} onTurn={setBranch} />
            )}
            <ForetoldView foretold={foretold}>
              {format === 'png' ? <TilesOffer {...{ look, foretold }} onChange={setLook} /> : null}
            </ForetoldView>
            <Ways trouble={stage.kind === 'failed' ? stage.trouble : null} canBegin={isPossible(foretold)} />
          </div>
        )}
      </form>
    </Dialog>
  );
}

const LateFoot = lazy(async () => ({ default: (await import('../map/film/film-foot.tsx')).FilmFoot }));
const LateMaking = lazy(async () => ({ default: (await import('../map/film/film-making.tsx')).FilmMaking }));

/** A film's choices, and the making of it, are fetched when somebody wants one. */
function FilmFoot(props: ComponentProps<typeof LateFoot>) {
  return (
    <Suspense fallback={<div className="export-foot" />}>
      <LateFoot {...props} />
    </Suspense>
  );
}

function FilmMaking(props: ComponentProps<typeof LateMaking>) {
  const { making } = filmWords();
  const coming = (
    <Dialog title={making} onClose={props.onClose}>
      <div className="export-making">
        <progress aria-label={making} />
      </div>
    </Dialog>
  );
  return (
    <Suspense fallback={coming}>
      <LateMaking {...props} />
    </Suspense>
  );
}

interface FormatsProps {
  readonly chosen: Format | 'film';
  readonly hasFilm: boolean;
  readonly onFilm: () => void;
  readonly onChoose: (format: Format) => void;
}

/** The list of formats; a film only where there is a past. */
function Formats({ chosen, hasFilm, onFilm, onChoose }: FormatsProps) {
  const groups = [hasFilm ? [...PICTURES, 'film' as const] : PICTURES, FILES];
  return groups.map((formats, i) => (
    <fieldset key={formats[0]}>
      <legend>{i === 0 ? exportWords().pictures : exportWords().files}</legend>
      {formats.map((one) => (
        <label key={one} className="export-format">
          <input
            type="radio"
            name="format"
            value={one}
            checked={chosen === one}
            data-first={one === 'pdf' ? true : undefined}
            onChange={() => (one === 'film' ? onFilm() : onChoose(one))}
          />
          {one === 'film' ? filmWords().film : exportWords().format[one]}
        </label>
      ))}
    </fieldset>
  ));
}

/** What went wrong the last time, and the button. */
function Ways({ trouble, canBegin }: { readonly trouble: Trouble | null; readonly canBegin: boolean }) {
  return (
    <>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={exportWords().failed} />}
      <div className="export-ways">
        <button type="submit" className="button primary" disabled={!canBegin}>
          {trouble === null ? exportWords().download : words.tryAgain}
        </button>
      </div>
    </>
  );
}

interface TilesProps {
  readonly look: Look;
  readonly foretold: Foretold;
  readonly onChange: (look: Look) => void;
}

/** Tiles, where the image has more pixels than one can have: as was said last, while it is being asked. */
function TilesOffer({ look, foretold, onChange }: TilesProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  useEffect(() => {
    if (typeof foretold === 'string') return;
    const { size, tiles } = foretold;
    setTooLarge(tiles !== null || (size !== null && size.written.width < size.asked.width));
  }, [foretold]);
  const turn = (isTiled: boolean) => onChange({ ...look, isTiled });
  if (!isTooLarge) return null;
  return <Check className="export-format" text={exportWords().tiles} isOn={look.isTiled} onTurn={turn} />;
}

type Stage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'making'; readonly waited: Waited | null }
  | { readonly kind: 'done'; readonly report: ExportReport }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

/** Choices that make no difference to what a file holds. */
const LOOKS_ALIKE = { theme: null, transparent: null, paper: null, fit: null } as const;

/** The file's way from the button to the browser's downloads; whoever closes the dialog ends it. */
function useMaking(onMade: () => void) {
  const [stage, setStage] = useState<Stage>({ kind: 'choosing' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const begin = (wanted: ExportAsked) => {
    const own = new AbortController();
    leaving.current = own;
    setStage({ kind: 'making', waited: null });
    const made = prepareExport(wanted, (waited) => setStage({ kind: 'making', waited }), own.signal);
    void made.then((done): void => {
      if (own.signal.aborted) return;
      if (!done.ok) return setStage({ kind: 'failed', trouble: done.error });
      location.assign(addressOf(fileRoutes.exportMap, wanted));
      if (isLossy(done.value)) setStage({ kind: 'done', report: done.value });
      else onMade();
    });
  };
  const cancel = () => {
    leaving.current?.abort();
    setStage({ kind: 'choosing' });
  };
  return { stage, begin, cancel };
}

interface MakingProps {
  readonly waited: Waited | null;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

function Making({ waited, onCancel, onClose }: MakingProps) {
  const exporting = exportWords();
  const said = waited?.state === 'waiting' ? exporting.waiting(waited.ahead) : exporting.working;
  return (
    <Dialog title={exporting.title} onClose={onClose}>
      <div className="export-making">
        <p role="status">{waited === null ? exporting.asking : said}</p>
        <progress aria-label={exporting.title} />
        <div className="export-ways">
          <button type="button" className="button outlined" data-first onClick={onCancel}>
            {words.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** What of the look means something to the format. */
function asked(format: Format, { theme, paper, sheets, scale, isTiled, isTransparent, isOutlined, images }: Look) {
  const isPicture = PICTURES.some((one) => one === format);
  return {
    theme: isPicture ? theme : null,
    scale: format === 'png' ? scale : null,
    tiles: format === 'png' && isTiled ? ('yes' as const) : null,
    transparent: isPicture && isTransparent ? ('yes' as const) : null,
    outlined: format === 'svg' && isOutlined ? ('yes' as const) : null,
    paper: format === 'pdf' ? paper : null,
    fit: format === 'pdf' && paper !== 'one' && sheets === 'page' ? ('page' as const) : null,
    images: format === 'markdown' ? images : null,
  };
}

interface LookProps {
  readonly format: Format;
  readonly look: Look;
  readonly onChange: (look: Look) => void;
}

function LookOf({ format, look, onChange }: LookProps) {
  const said = exportWords();
  const set = (part: Partial<Look>) => onChange({ ...look, ...part });
  if (format === 'markdown') {
    return (
      <div className="export-look">
        <label>
          {said.images}
          <Select options={IMAGES} names={said.imageWays} value={look.images} onChange={(images) => set({ images })} />
        </label>
      </div>
    );
  }
  return (
    <div className="export-look">
      <label>
        {said.theme}
        <Select options={THEMES} names={said.themes} value={look.theme} onChange={(theme) => set({ theme })} />
      </label>
      {format === 'pdf' ? (
        <label>
          {said.paper}
          <Select options={PAPERS} names={said.papers} value={look.paper} onChange={(paper) => set({ paper })} />
        </label>
      ) : null}
      {format === 'pdf' && look.paper !== 'one' ? (
        <label>
          {said.sheets}
          <Select options={SHEETS} names={said.sheetWays} value={look.sheets} onChange={(sheets) => set({ sheets })} />
        </label>
      ) : null}
      {format === 'png' ? (
        <label>
          {said.scale}
          <Select options={SCALES} names={TIMES} value={look.scale} onChange={(scale) => set({ scale })} />
        </label>
      ) : null}
      <Check
        className="export-format"
        text={said.transparent}
        isOn={look.isTransparent}
        onTurn={(isTransparent) => set({ isTransparent })}
      />
      {format === 'svg' ? (
        <Check
          className="export-format"
          text={said.outlined}
          isOn={look.isOutlined}
          onTurn={(isOutlined) => set({ isOutlined })}
        />
      ) : null}
    </div>
  );
}
