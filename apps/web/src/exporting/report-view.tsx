import { fileRoutes, type ExportReport } from '@bough/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { addressOf, call } from '../api/api.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { exportReportWords } from '../words/screens/export-report-words.ts';
import { exportLines, numberText, REPORTED_KINDS, sizeText } from './export-lines.ts';
import type { ExportAsked } from './prepare.ts';

export type Foretold = ExportReport | 'checking' | 'unknown';

/** Somebody who goes through the formats asks for the one at which they stop. */
const PAUSE_MS = 250;

/** What the file would not hold, asked anew for each choice. */
export function useForetold(asked: ExportAsked): Foretold {
  const [foretold, setForetold] = useState<Foretold>('checking');
  const address = addressOf(fileRoutes.exportReport, asked);
  useEffect(() => {
    const leaving = new AbortController();
    setForetold('checking');
    const timer = setTimeout(() => {
      void call(fileRoutes.exportReport, asked, undefined, { signal: leaving.signal }).then((answer) => {
        if (!leaving.signal.aborted) setForetold(answer.ok ? answer.value : 'unknown');
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the address says what is asked
  }, [address]);
  return foretold;
}

/** Whether the file can be made, as far as is known. */
export function isPossible(foretold: Foretold): boolean {
  return typeof foretold === 'string' || foretold.tooLarge === null;
}

interface ForetoldProps {
  readonly foretold: Foretold;
  /** What may be chosen because of it. */
  readonly children: ReactNode;
}

/** Before the file is made: what will not be in it. It has the same room whatever it says, so that nothing below it moves. */
export function ForetoldView({ foretold, children }: ForetoldProps) {
  const said = exportReportWords();
  return (
    <div className="export-report">
      <div className="export-foretold" role="status">
        {foretold === 'checking' ? <p className="hint">{said.checking}</p> : null}
        {foretold === 'unknown' ? <p className="hint">{said.unknown}</p> : null}
        {typeof foretold === 'string' ? null : <ForetoldLines report={foretold} />}
      </div>
      {children}
    </div>
  );
}

/** That the file cannot be made, and what can, or what will not be in it. */
function ForetoldLines({ report }: { readonly report: ExportReport }) {
  const said = exportReportWords();
  const { tooLarge } = report;
  if (tooLarge === null) return <ReportLines report={report} />;
  return (
    <section>
      <h3>{said.tooLarge}</h3>
      <p>{said.tooMany(numberText(tooLarge.items), numberText(tooLarge.most))}</p>
      <p>{said.insteadOfLarge}</p>
    </section>
  );
}

interface DoneProps {
  readonly title: string;
  readonly text: string;
  readonly report: ExportReport;
  readonly onClose: () => void;
}

/** The file is there, and is not all of the map. */
export function DoneDialog({ title, text, report, onClose }: DoneProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="export">
        <p role="status">{text}</p>
        <div className="export-report">
          <ReportLines report={report} />
        </div>
        <div className="export-ways">
          <button type="button" className="button primary" data-first onClick={onClose}>
            {exportReportWords().close}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The lines of a report, those that are lost first; nothing to say is said too. */
function ReportLines({ report }: { readonly report: ExportReport }) {
  const said = exportReportWords();
  const lines = exportLines(report);
  const isWhole = REPORTED_KINDS.every((kind) => lines[kind].length === 0);
  return (
    <>
      {report.size === null || lines.approximated.length > 0 ? null : (
        <p className="hint">{said.pixels(sizeText(report.size.written))}</p>
      )}
      {report.tiles === null ? null : <p className="hint">{said.tiles(report.tiles)}</p>}
      {report.fonts.length === 0 ? null : <p className="hint">{said.fonts(report.fonts.join(', '))}</p>}
      {isWhole ? <p>{said.whole}</p> : null}
      {REPORTED_KINDS.map((kind) =>
        lines[kind].length === 0 ? null : (
          <section key={kind}>
            <h3>{said.kind[kind]}</h3>
            <ul>
              {lines[kind].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  );
}
