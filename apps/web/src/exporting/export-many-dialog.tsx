import { fileRoutes, type ExportReport, type MapFacts, PLAIN_EXPORT } from '@bough/contracts';
import { err, ok, type Result } from '@bough/base';
import { useEffect, useRef, useState } from 'react';
import { addressOf, type Trouble } from '../api/api.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { download } from '../shell/download.ts';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { exportWords } from '../words/screens/export-words.ts';
import { differing, nameFrom } from './file-names.ts';
import { exportReportWords } from '../words/screens/export-report-words.ts';
import { isLossy, mergedReport } from './export-lines.ts';
import { type ExportAsked, prepareExport } from './prepare.ts';
import { DoneDialog } from './report-view.tsx';
import './export.css';

const FORMATS = ['pdf', 'png', 'svg', 'mm', 'xmind', 'opml', 'markdown', 'outline', 'csv', 'bough'] as const;
type Format = (typeof FORMATS)[number];

interface ExportManyDialogProps {
  readonly maps: readonly MapFacts[];
  readonly onClose: () => void;
}
type Stage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'making'; readonly at: number }
  | { readonly kind: 'done'; readonly report: ExportReport }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

/** Several maps as files of one format, in one archive. */
export function ExportManyDialog({ maps, onClose }: ExportManyDialogProps) {
  const [format, setFormat] = useState<Format>('pdf');
  const [stage, setStage] = useState<Stage>({ kind: 'choosing' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const exporting = exportWords();
  const make = async () => {
    const own = new AbortController();
    leaving.current = own;
    const made = await makeArchive(maps, format, (at) => setStage({ kind: 'making', at }), own.signal);
    if (own.signal.aborted) return;
    if (!made.ok) return setStage({ kind: 'failed', trouble: made.error });
    const { bytes, report } = made.value;
    save(bytes, `${words.product}.zip`);
    if (isLossy(report)) setStage({ kind: 'done', report });
    else onClose();
  };
  if (stage.kind === 'done') {
    const { doneMany } = exportReportWords();
    return <DoneDialog title={exporting.many(maps.length)} text={doneMany} report={stage.report} onClose={onClose} />;
  }
  return (
    <Dialog title={exporting.many(maps.length)} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        {stage.kind === 'making' ? (
          <>
            <p role="status">{exporting.manyAt(stage.at + 1, maps.length)}</p>
            <progress aria-label={exporting.title} value={stage.at} max={maps.length} />
          </>
        ) : (
          <label className="text-field">
            {exporting.formatOfAll}
            <Select data-first options={FORMATS} names={exporting.format} value={format} onChange={setFormat} />
          </label>
        )}
        {stage.kind === 'failed' ? <TroubleNote trouble={stage.trouble} what={exporting.failed} /> : null}
        <div className="form-ways">
          <button type="submit" className="button primary" disabled={stage.kind === 'making'}>
            {exporting.download}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

async function makeArchive(
  maps: readonly MapFacts[],
  format: Format,
  onMap: (at: number) => void,
  signal: AbortSignal,
): Promise<Result<{ readonly bytes: Uint8Array; readonly report: ExportReport }, Trouble>> {
  const isPicture = format === 'pdf' || format === 'png' || format === 'svg';
  const reports: ExportReport[] = [];
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  for (const [at, { id }] of maps.entries()) {
    onMap(at);
    const asked: ExportAsked = { ...PLAIN_EXPORT, map: id, format, theme: isPicture ? 'light' : null };
    const made = await prepareExport(asked, () => undefined, signal);
    if (!made.ok) return made;
    reports.push(made.value);
    try {
      const response = await fetch(addressOf(fileRoutes.exportMap, asked), { credentials: 'same-origin', signal });
      if (!response.ok) return err({ kind: 'unreadable' });
      const name = nameFrom(response.headers.get('content-disposition')) ?? `${id}.${format}`;
      files.push({ name, bytes: new Uint8Array(await response.arrayBuffer()) });
    } catch {
      return err({ kind: 'unreachable' });
    }
  }
  const { writeZip } = await import('@bough/formats/zip');
  const names = differing(files.map(({ name }) => name));
  const bytes = writeZip(Object.fromEntries(files.map((file, at) => [names[at] ?? String(at), file.bytes])));
  return ok({ bytes, report: mergedReport(reports) });
}

function save(bytes: Uint8Array, name: string): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/zip' }));
  download(address, name);
  // The browser has begun to read it; where it has not, a minute is enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
