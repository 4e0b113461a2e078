import type { MapId } from '@bough/base';
import { fileRoutes, PLAIN_EXPORT } from '@bough/contracts';
import { useEffect, useState } from 'react';
import { addressOf, type Trouble } from '../api/api.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { words } from '../words/index.ts';
import { exportWords } from '../words/screens/export-words.ts';
import { type ExportAsked, prepareExport, type Waited } from './prepare.ts';
import { putOnSheet } from './print-sheet.ts';

interface PrintDialogProps {
  readonly map: MapId;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** The map on one sheet of whatever paper the printer has, as lines and letters, in light colours; then the browser's own dialog. */
export function PrintDialog({ map, onClose, onClosed }: PrintDialogProps) {
  const [waited, setWaited] = useState<Waited | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void drawnMap(map, setWaited, leaving.signal).then((drawn): void => {
      if (leaving.signal.aborted) return;
      if (!(drawn instanceof Element)) return setTrouble(drawn);
      onClose();
      printAlone(drawn);
    });
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- it begins once for each time that the dialog opens
  }, [map]);
  const exporting = exportWords();
  const said = waited?.state === 'waiting' ? exporting.waiting(waited.ahead) : exporting.preparing;
  return (
    <Dialog title={words.commands.print} onClose={onClose} onClosed={onClosed}>
      <div className="export-making">
        {trouble === null ? <p role="status">{said}</p> : <TroubleNote trouble={trouble} what={exporting.notPrinted} />}
        {trouble === null ? <progress aria-label={words.commands.print} /> : null}
        <div className="export-ways">
          <button type="button" className="button outlined" data-first onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

async function drawnMap(map: MapId, onState: (state: Waited) => void, signal: AbortSignal): Promise<Element | Trouble> {
  const asked: ExportAsked = { ...PLAIN_EXPORT, map, format: 'svg', theme: 'light', transparent: 'yes' };
  const made = await prepareExport(asked, onState, signal);
  if (!made.ok) return made.error;
  try {
    const response = await fetch(addressOf(fileRoutes.exportMap, asked), { credentials: 'same-origin', signal });
    const drawn = new DOMParser().parseFromString(await response.text(), 'image/svg+xml').documentElement;
    return response.ok && drawn.nodeName === 'svg' ? drawn : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Prints the picture and nothing of the page. */
function printAlone(drawn: Element): void {
  const [width, height] = ['width', 'height'].map((name) => Number(drawn.getAttribute(name)));
  drawn.removeAttribute('width');
  drawn.removeAttribute('height');
  putOnSheet(document.importNode(drawn, true), (width ?? 1) > (height ?? 1));
  // Letters in faces that have not come yet would be printed in others.
  void document.fonts.ready.then(() => print());
}
