import { PlayTimes } from '@bough/editor/moments';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Speed } from './speeds.ts';
import type { Past } from './use-past.ts';

/** Between two moves of the camera there is time to look. */
const FOLLOW_MS = 600;

/** The past as a play: from the moment that is shown on, from the beginning where that is the last one. */
export interface Play {
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  /** Begins, or stops where it is. */
  readonly turn: () => void;
}

/** Plays the past; ends with its last moment, or as soon as somebody goes elsewhere. */
export function usePlay(past: Past): Play {
  const { seq, last, visits, playTo, setCompare, wantAll } = past;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(16);
  const times = useMemo(() => (past.times === null ? null : new PlayTimes(past.times)), [past.times]);
  const place = useRef(0);
  useEffect(() => setPlaying(false), [visits]);
  useEffect(() => {
    if (!isPlaying || times === null || last === null) return;
    let before = performance.now();
    let atMs = times.startOf(place.current);
    let frame = requestAnimationFrame(function step(now) {
      atMs += Math.max(0, now - before) * speed;
      before = now;
      place.current = Math.min(times.seqAt(atMs), last);
      playTo(place.current);
      if (place.current === last) setPlaying(false);
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, times, last, speed, playTo]);
  useFollowing(past, isPlaying);
  const turn = (): void => {
    if (!isPlaying) {
      place.current = seq === last ? 0 : (seq ?? 0);
      setCompare(null);
      wantAll();
      playTo(place.current);
    }
    setPlaying(!isPlaying);
  };
  return { isPlaying, speed, setSpeed, turn };
}

/** The camera goes to where people work, and what they do is marked by the selection. */
function useFollowing({ shown, touched }: Past, isPlaying: boolean): void {
  const movedMs = useRef(0);
  useEffect(() => {
    const now = performance.now();
    if (!isPlaying || shown === null || touched === null || now - movedMs.current < FOLLOW_MS) return;
    movedMs.current = now;
    shown.show(touched);
  }, [shown, touched, isPlaying]);
}
