import type { MapId } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts';
import { useState } from 'react';
import { addressOf } from '../api/api.ts';
import { Dialog } from '../shell/dialog.tsx';
import { words } from '../words/index.ts';
import './export.css';

const PICTURES = ['pdf', 'png', 'svg'] as const;
const FILES = ['mm', 'xmind', 'opml', 'markdown', 'outline', 'mermaid', 'canvas', 'csv', 'vsdx', 'bough'] as const;
type Format = (typeof PICTURES)[number] | (typeof FILES)[number];
const PAPERS = ['one', 'a4', 'a3', 'letter'] as const;

interface ExportDialogProps {
  readonly map: MapId;
  readonly onClose: () => void;
}

interface Look {
  readonly theme: 'light' | 'dark';
  readonly paper: (typeof PAPERS)[number];
  readonly scale: number;
  readonly isTransparent: boolean;
}

/** The map as a file of one's choice. */
export function ExportDialog({ map, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('pdf');
  const [look, setLook] = useState<Look>({ theme: 'light', paper: 'one', scale: 2, isTransparent: false });
  const isPicture = PICTURES.some((one) => one === format);
  const download = () => {
    onClose();
    location.assign(
      addressOf(gatewayRoutes.exportMap, { map, format, at: null, branch: null, ...asked(format, look) }),
    );
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
        <div className="export-ways">
          <button type="submit" className="button primary">
            {words.exporting.download}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What of the look means something to the format. */
function asked(format: Format, { theme, paper, scale, isTransparent }: Look) {
  const isPicture = PICTURES.some((one) => one === format);
  return {
    theme: isPicture ? theme : null,
    scale: format === 'png' ? scale : null,
    transparent: isPicture && isTransparent ? ('yes' as const) : null,
    paper: format === 'pdf' ? paper : null,
    fit: null,
  };
}

interface LookProps {
  readonly format: Format;
  readonly look: Look;
  readonly onChange: (look: Look) => void;
}

function LookOf({ format, look, onChange }: LookProps) {
  const { theme: label, themes, paper, papers, scale, transparent } = words.exporting;
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
      <label className="export-format">
        <input
          type="checkbox"
          checked={look.isTransparent}
          onChange={(event) => set({ isTransparent: event.target.checked })}
        />
        {transparent}
      </label>
    </div>
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
