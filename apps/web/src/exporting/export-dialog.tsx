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

/** The map as a file of one's choice. */
export function ExportDialog({ map, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('pdf');
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [paper, setPaper] = useState<(typeof PAPERS)[number]>('one');
  const [scale, setScale] = useState(2);
  const [isTransparent, setTransparent] = useState(false);
  const isPicture = PICTURES.some((one) => one === format);
  const wish = {
    map,
    format,
    theme: isPicture ? theme : null,
    at: null,
    branch: null,
    scale: format === 'png' ? scale : null,
    transparent: isPicture && isTransparent ? ('yes' as const) : null,
    paper: format === 'pdf' ? paper : null,
  };
  const download = () => {
    onClose();
    location.assign(addressOf(gatewayRoutes.exportMap, wish));
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
        {isPicture ? (
          <div className="export-look">
            <Choice
              label={words.exporting.theme}
              value={theme}
              options={['light', 'dark']}
              names={words.exporting.themes}
              onChange={setTheme}
            />
            {format === 'pdf' ? (
              <Choice
                label={words.exporting.paper}
                value={paper}
                options={PAPERS}
                names={words.exporting.papers}
                onChange={setPaper}
              />
            ) : null}
            {format === 'png' ? (
              <label>
                {words.exporting.scale}
                <select className="field" value={scale} onChange={(event) => setScale(Number(event.target.value))}>
                  {[1, 2, 3, 4].map((times) => (
                    <option key={times} value={times}>{`${times}×`}</option>
                  ))}
                </select>
              </label>
            ) : null}
            <label className="export-format">
              <input
                type="checkbox"
                checked={isTransparent}
                onChange={(event) => setTransparent(event.target.checked)}
              />
              {words.exporting.transparent}
            </label>
          </div>
        ) : null}
        <div className="import-ways">
          <button type="submit" className="button primary">
            {words.exporting.download}
          </button>
        </div>
      </form>
    </Dialog>
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
