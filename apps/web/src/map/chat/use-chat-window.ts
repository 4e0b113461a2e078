import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { linesIn } from '../outline/row-window.ts';
import { useWindow } from '../outline/use-window.ts';
import type { ChatRow } from './chat-rows.ts';

const LINE = 20;
const HEAD = 24;
const MARK = 36;
const SIGNS = 32;
const PADDING = 4;
const BESIDE = 36;
const LETTER = 7.2;
/** So near the end somebody is at it. */
const NEAR = 32;

/**
 * Which rows of the chat are in the page. It opens at `opensAt`, else at its end; who is at the end stays there when somebody writes.
 * A person who reads something else is left there. The rows that are edited stay in the page.
 */
export function useChatWindow(
  list: RefObject<HTMLElement | null>,
  rows: readonly ChatRow[],
  opensAt: number,
  edited: readonly number[],
) {
  const ids = useMemo(() => rows.map(({ message }) => message.id), [rows]);
  const guess = useCallback((at: number, width: number) => heightOf(rows[at], width), [rows]);
  const seen = useWindow({
    list,
    ids,
    guess,
    selector: '.message',
    place: 'aria-posinset',
    kept: [opensAt, ...edited],
    isFromEnd: true,
  });
  const [isAtEnd, setAtEnd] = useState(opensAt < 0);
  const sticks = useRef(opensAt < 0);
  const opening = useRef(opensAt);
  const { total, tops, view } = seen;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || ids.length === 0) return;
    if (sticks.current) element.scrollTop = element.scrollHeight;
    else if (opening.current >= 0) element.scrollTop = (tops[opening.current] ?? 0) - element.clientHeight / 3;
    setAtEnd(isAtItsEnd(element));
  }, [list, ids, tops, total, view.height]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      sticks.current = isAtItsEnd(element);
      setAtEnd(sticks.current);
    };
    // The place that it opened at holds until somebody moves it.
    const leave = () => {
      opening.current = -1;
    };
    element.addEventListener('scroll', look, { passive: true });
    for (const kind of MOVES) element.addEventListener(kind, leave, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      for (const kind of MOVES) element.removeEventListener(kind, leave);
    };
  }, [list]);
  const goToEnd = useCallback(() => {
    sticks.current = true;
    opening.current = -1;
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [list]);
  return { ...seen, isAtEnd, goToEnd };
}

function isAtItsEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR;
}

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function heightOf(row: ChatRow | undefined, width: number): number {
  if (row === undefined) return LINE;
  const { message, hasHead, isDayFirst, isNewFirst } = row;
  const lines = linesIn(message.text, Math.max(8, (width - BESIDE) / LETTER));
  const marks = (isDayFirst ? MARK : 0) + (isNewFirst ? MARK : 0);
  return PADDING + LINE * lines + (hasHead ? HEAD : 0) + marks + (message.reactions === undefined ? 0 : SIGNS);
}
