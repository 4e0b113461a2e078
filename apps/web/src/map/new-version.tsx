import type { EditorSnapshot } from '@bough/editor';
import { useEffect, useRef } from 'react';
import { ReloadButton } from '../shell/controls/reload-button.tsx';
import { words } from '../words/index.ts';
import { isReloadMoment, type ReloadFacts } from './reload-moment.ts';

const RELOADED = 'bough.reloaded';
const LOOK_MS = 500;

interface NewVersionProps {
  readonly snapshot: EditorSnapshot;
  readonly unsent: number;
  /** A sheet or a dialog is open. */
  readonly isBusy: boolean;
}

/**
 * The server is of another version: says so, and loads the page anew as soon as that disturbs nobody. It is part of the page's first
 * load, since the server that had the rest of the old page's files is gone.
 */
export function NewVersion({ snapshot, unsent, isBusy }: NewVersionProps) {
  const isKept = snapshot.isKept || unsent === 0;
  useReloadInPause({ isKept, isBusy, isEditing: snapshot.editing !== null });
  return (
    <p className="quiet-note with-button" role="status">
      {isKept ? `${words.map.staleTitle}. ${words.map.staleText}` : words.map.staleUnkept}
      <ReloadButton />
    </p>
  );
}

function useReloadInPause({ isKept, isBusy, isEditing }: Pick<ReloadFacts, 'isKept' | 'isBusy' | 'isEditing'>): void {
  const last = useRef(Date.now());
  useEffect(() => {
    const note = (): void => void (last.current = Date.now());
    const look = setInterval(() => {
      const nowMs = Date.now();
      const moment = {
        ...{ nowMs, inputMs: last.current, isEditing, isKept, isBusy: isBusy || isFieldOpen() },
        reloadedMs: Number(sessionStorage.getItem(RELOADED) ?? 0),
        isHidden: document.visibilityState === 'hidden',
      };
      if (!isReloadMoment(moment)) return;
      clearInterval(look);
      sessionStorage.setItem(RELOADED, String(nowMs));
      location.reload();
    }, LOOK_MS);
    for (const kind of INPUTS) addEventListener(kind, note, true);
    return () => {
      clearInterval(look);
      for (const kind of INPUTS) removeEventListener(kind, note, true);
    };
  }, [isKept, isBusy, isEditing]);
}

const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'compositionupdate'] as const;

/** A field or a dialog outside the map has the keyboard: its words are nowhere else yet. */
function isFieldOpen(): boolean {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return document.querySelector('dialog[open]') !== null || (isField && activeElement.closest('.map-host') === null);
}
