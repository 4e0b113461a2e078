import type { Theme } from '@bough/editor';
import { type ChangeTime, PlayTimes, type Step } from '@bough/editor/moments';
import { useEffect, useState } from 'react';
import { Select } from '../../shell/controls/select.tsx';
import { useTheme } from '../../shell/theme.ts';
import { language, words } from '../../words/index.ts';
import { exportWords } from '../../words/screens/export-words.ts';
import { filmWords } from '../../words/screens/film-words.ts';
import { pastWords } from '../../words/screens/past-words.ts';
import type { FilmAsked, FilmOffer } from './film-asked.ts';
import { canMakeFilm, type FilmMaking } from './film-encoder.ts';
import { filmSpeeds, type FilmSpan, planFilm, usualSpeed } from './film-plan.ts';

const SIZES = { hd: { width: 1280, height: 720 }, full: { width: 1920, height: 1080 } } as const;
const SIZE_NAMES = { hd: '1280 × 720', full: '1920 × 1080' } as const;
const SIZE_KEYS = ['hd', 'full'] as const;
const THEMES = ['light', 'dark'] as const;
const STARTS = ['beginning', 'shown'] as const;

interface FilmFootProps {
  readonly film: FilmOffer;
  readonly onBegin: (asked: FilmAsked) => void;
}

/** What a film is to be, how long it lasts, and the button that begins it. */
export function FilmFoot({ film, onBegin }: FilmFootProps) {
  const said = filmWords();
  const { theme: pageTheme } = useTheme();
  const { last, seq, times: all, wantAll } = film.past;
  useEffect(wantAll, [wantAll]);
  const [size, setSize] = useState<keyof typeof SIZES>('hd');
  const [theme, setTheme] = useState<Theme>(pageTheme);
  const [start, setStart] = useState<(typeof STARTS)[number]>('beginning');
  const [chosenSpeed, setSpeed] = useState<number | null>(null);
  const making = useMaking(size);
  if (all === null || last === null) return <Waiting {...{ film }} />;
  const isMiddle = seq !== null && seq > 0 && seq < last;
  const from = isMiddle && start === 'shown' ? seq : 0;
  const times = new PlayTimes(all);
  // What was only said since shows nothing, and nobody is named for it.
  const span: FilmSpan = { times, from: Math.min(from, times.lastSeen), last: times.lastSeen };
  const speeds = filmSpeeds(span);
  const speed = chosenSpeed !== null && speeds.includes(chosenSpeed) ? chosenSpeed : usualSpeed(span);
  const plan = planFilm(span, speed);
  const begin = (): void => {
    onBegin({ source: sourceOf(film, all, from), plan, look: { size: SIZES[size], theme } });
  };
  return (
    <div className="export-foot">
      <div className="export-look">
        {isMiddle ? (
          <label>
            {said.from}
            <Select options={STARTS} names={said.starts} value={start} onChange={setStart} />
          </label>
        ) : null}
        <label>
          {pastWords().speed}
          <Select options={speeds} names={speedNames(speeds)} value={speed} onChange={setSpeed} />
        </label>
        <label>
          {exportWords().scale}
          <Select options={SIZE_KEYS} names={SIZE_NAMES} value={size} onChange={setSize} />
        </label>
        <label>
          {exportWords().theme}
          <Select options={THEMES} names={exportWords().themes} value={theme} onChange={setTheme} />
        </label>
      </div>
      {making === 'insecure' || making === 'unsupported' ? (
        <p role="alert">{said[making]}</p>
      ) : (
        <p className="hint">{said.lasts(duration(plan.lengthMs))}</p>
      )}
      <div className="export-ways">
        <button type="button" className="button primary" disabled={making !== 'possible'} onClick={begin}>
          {exportWords().download}
        </button>
      </div>
    </div>
  );
}

/** The past is being read, or it could not be. */
function Waiting({ film: { past } }: Pick<FilmFootProps, 'film'>) {
  const { failed, reading } = pastWords();
  if (past.state !== 'failed') {
    return (
      <div className="export-foot">
        <p role="status">{reading}</p>
      </div>
    );
  }
  return (
    <div className="export-foot">
      <p role="alert">{failed}</p>
      <div className="export-ways">
        <button type="button" className="button outlined" onClick={() => past.link.current?.read()}>
          {words.tryAgain}
        </button>
      </div>
    </div>
  );
}

/** Whether this browser can make one; null until it has said so. */
function useMaking(size: keyof typeof SIZES): FilmMaking | null {
  const [making, setMaking] = useState<FilmMaking | null>(null);
  useEffect(() => {
    let isOver = false;
    void canMakeFilm(SIZES[size]).then((said) => {
      if (!isOver) setMaking(said);
    });
    return () => {
      isOver = true;
    };
  }, [size]);
  return making;
}

function sourceOf(
  { map, title, past: { link }, people }: FilmOffer,
  all: readonly ChangeTime[],
  from: number,
): FilmAsked['source'] {
  const { nameOf, isMe, myName } = people;
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const [first, latest] = [all[Math.max(0, from - 1)]?.at, all.at(-1)?.at];
  return {
    ...{ map, title: title.trim() === '' ? pastWords().untitled : title },
    span: first === undefined || latest === undefined ? '' : day.formatRange(Math.min(first, latest), latest),
    step: (one, to): Promise<Step> =>
      link.current?.ask({ kind: 'step', from: one, to }) ?? Promise.reject(new Error('the past is closed')),
    // Others will see the film.
    sayWho: (author) => (isMe(author) ? (myName ?? nameOf(author)) : nameOf(author)),
    sayWhen: (at) => moment.format(at),
  };
}

function speedNames(speeds: readonly number[]): Readonly<Record<number, string>> {
  return Object.fromEntries(speeds.map((speed) => [speed, `${speed}×`]));
}

/** Minutes and seconds. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
