import { useCallback, useEffect, useState } from 'react';
import { download } from '../../shell/download.ts';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { words } from '../../words/index.ts';
import { filmWords } from '../../words/screens/film-words.ts';
import type { FilmAsked } from './film-asked.ts';
import { makeFilm } from './make-film.ts';

interface FilmMakingProps {
  readonly asked: FilmAsked;
  /** Back to the choices. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The film is being made, and saved once it is; who leaves ends it. */
export function FilmMaking({ asked, onBack, onClose }: FilmMakingProps) {
  const said = filmWords();
  const { percent, trouble, retry } = useFilm(asked, onClose);
  return (
    <Dialog title={said.making} onClose={onClose}>
      <div className="export-making">
        {trouble === null ? (
          <>
            <p role="status">{percent === 100 ? said.saving : said.stays}</p>
            <progress aria-label={said.making} value={percent} max={100} />
          </>
        ) : (
          <p role="alert">{said[trouble]}</p>
        )}
        <div className="export-ways">
          <button type="button" className="button outlined" data-first onClick={onBack}>
            {words.cancel}
          </button>
          {trouble === 'failed' ? (
            <button type="button" className="button primary" onClick={retry}>
              {words.tryAgain}
            </button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

function useFilm(asked: FilmAsked, onMade: () => void) {
  const [percent, setPercent] = useState(0);
  const [trouble, setTrouble] = useState<'failed' | 'unsupported' | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const leaving = new AbortController();
    const { source, plan, look } = asked;
    const onPart = (part: number): void => setPercent(Math.floor(part * 100));
    makeFilm(source, plan, look, onPart, leaving.signal).then(
      (film) => {
        if (leaving.signal.aborted) return;
        if (film === null) return setTrouble('unsupported');
        save(film, `${source.title.slice(0, 100)}.webm`);
        onMade();
      },
      () => {
        if (!leaving.signal.aborted) setTrouble('failed');
      },
    );
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- it begins once for each film that is asked for
  }, [asked, attempt]);
  const retry = useCallback(() => {
    setTrouble(null);
    setPercent(0);
    setAttempt((before) => before + 1);
  }, []);
  return { percent, trouble, retry };
}

function save(film: Blob, name: string): void {
  const address = URL.createObjectURL(film);
  download(address, name);
  // The browser has begun to read it; where it has not, a minute is enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
