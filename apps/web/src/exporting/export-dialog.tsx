import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import { useEffect, useRef, useState } from 'react';
import { addressOf, type Trouble } from '../api/api.ts';
import { Dialog } from '../shell/dialog.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { words } from '../words/index.ts';
import { type ExportAsked, prepareExport, type Waited } from './prepare.ts';
import './export.css';

const PICTURES = ['pdf', 'png', 'svg'] as const;
const FILES = [
  'mm',
  'freemind',
  'coggle',
  'xmind',
  'opml',
  'markdown',
  'outline',
  'mermaid',
  'canvas',
  'csv',
  'vsdx',
  'bough',
] as const;
type Format = (typeof PICTURES)[number] | (typeof FILES)[number];
const PAPERS = ['one', 'a4', 'a3', 'a2', 'letter', 'legal', 'tabloid'] as const;

interface ExportDialogProps {
  readonly map: MapId;
  /** The map as it was at that number; absent: as it is. */
  readonly at?: number;
  /** The item that is selected: its branch may be all that is wanted. */
  readonly branch?: string | null;
  readonly onClose: () => void;
}

interface Look {
  readonly theme: 'light' | 'dark';
  readonly paper: (typeof PAPERS)[number];
  readonly isTiled: boolean;
  readonly scale: number;
  readonly isTransparent: boolean;
  readonly isOutlined: boolean;
}
const LOOK: Look = { theme: 'light', paper: 'one', isTiled: false, scale: 2, isTransparent: false, isOutlined: false };

/** The map as a file of one's choice: chosen, waited for, saved. */
export function ExportDialog({ map, at, branch = null, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('pdf');
  const [look, setLook] = useState<Look>(LOOK);
  const [isBranch, setBranch] = useState(false);
  const { stage, begin, cancel } = useMaking(onClose);
  const isPicture = PICTURES.some((one) => one === format);
  if (stage.kind === 'making') return <Making waited={stage.waited} onCancel={cancel} onClose={onClose} />;
  const download = () => {
    const wanted = { map, format, at: at ?? null, branch: isBranch ? branch : null, ...asked(format, look) };
    begin(wanted);
  };
  return (
    <Dialog title={words.exporting.title} onClose={onClose}>
      <form
        className="export"
        onSubmit={(event) => {
          event.preventDefault();
          download();
        }}
      >
        {[PICTURES, FILES].map((formats, i) => (
          <fieldset key={formats[0]}>
            <legend>{i === 0 ? words.exporting.pictures : words.exporting.files}</legend>
            {formats.map((one) => (
              <label key={one} className="export-format">
                <input
                  type="radio"
                  name="format"
                  value={one}
                  checked={format === one}
                  data-first={one === 'pdf' ? true : undefined}
                  onChange={() => setFormat(one)}
                />
                {words.exporting.format[one]}
              </label>
            ))}
          </fieldset>
        ))}
        {isPicture ? <LookOf format={format} look={look} onChange={setLook} /> : null}
        {branch === null || format === 'bough' ? null : (
          <Check label={words.exporting.branch} isChecked={isBranch} onChange={setBranch} />
        )}
        {stage.kind === 'failed' ? <TroubleNote trouble={stage.trouble} what={words.exporting.failed} /> : null}
        <div className="export-ways">
          <button type="submit" className="button primary">
            {stage.kind === 'failed' ? words.tryAgain : words.exporting.download}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

type Stage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'making'; readonly waited: Waited | null }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

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
    void made.then((trouble): void => {
      if (own.signal.aborted) return;
      if (trouble !== null) return setStage({ kind: 'failed', trouble });
      location.assign(addressOf(everydayRoutes.exportMap, wanted));
      onMade();
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
  const { exporting } = words;
  const said = waited?.state === 'waiting' ? exporting.waiting(waited.ahead) : exporting.working;
  return (
    <Dialog title={exporting.title} onClose={onClose}>
      <div className="export-making">
        <p role="status">{waited === null ? exporting.asking : said}</p>
        <progress aria-label={exporting.title} />
        <div className="export-ways">
          <button type="button" className="button outlined" data-first onClick={onCancel}>
            {exporting.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** What of the look means something to the format. */
function asked(format: Format, { theme, paper, isTiled, scale, isTransparent, isOutlined }: Look) {
  const isPicture = PICTURES.some((one) => one === format);
  return {
    theme: isPicture ? theme : null,
    scale: format === 'png' ? scale : null,
    transparent: isPicture && isTransparent ? ('yes' as const) : null,
    outlined: format === 'svg' && isOutlined ? ('yes' as const) : null,
    paper: format === 'pdf' ? paper : null,
    fit: format === 'pdf' && paper !== 'one' && !isTiled ? ('page' as const) : null,
  };
}

interface LookProps {
  readonly format: Format;
  readonly look: Look;
  readonly onChange: (look: Look) => void;
}

function LookOf({ format, look, onChange }: LookProps) {
  const { theme: label, themes, paper, papers, scale, transparent, outlined } = words.exporting;
  const set = (part: Partial<Look>) => onChange({ ...look, ...part });
  return (
    <div className="export-look">
      <Choice
        label={label}
        value={look.theme}
        options={['light', 'dark']}
        names={themes}
        onChange={(theme) => set({ theme })}
      />
      {format === 'pdf' ? (
        <Choice
          label={paper}
          value={look.paper}
          options={PAPERS}
          names={papers}
          onChange={(one) => set({ paper: one })}
        />
      ) : null}
      {format === 'pdf' && look.paper !== 'one' ? (
        <Choice
          label={words.exporting.sheets}
          value={look.isTiled ? 'tiles' : 'page'}
          options={['page', 'tiles']}
          names={words.exporting.sheetWays}
          onChange={(way) => set({ isTiled: way === 'tiles' })}
        />
      ) : null}
      {format === 'png' ? (
        <label>
          {scale}
          <select className="field" value={look.scale} onChange={(event) => set({ scale: Number(event.target.value) })}>
            {[1, 2, 3, 4].map((times) => (
              <option key={times} value={times}>{`${times}×`}</option>
            ))}
          </select>
        </label>
      ) : null}
      <Check label={transparent} isChecked={look.isTransparent} onChange={(isTransparent) => set({ isTransparent })} />
      {format === 'svg' ? (
        <Check label={outlined} isChecked={look.isOutlined} onChange={(isOutlined) => set({ isOutlined })} />
      ) : null}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="export-format">
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, names, onChange }: ChoiceProps<T>) {
  return (
    <label>
      {label}
      <select
        className="field"
        value={value}
        onChange={(event) => {
          const chosen = options.find((one) => one === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {options.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
