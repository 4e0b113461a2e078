import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { beginningOf, closedUp } from '../panels/beginning.ts';
import { linesIn } from '../outline/row-window.ts';
import { useWindow } from '../outline/use-window.ts';
import { endAfter, isNearEnd } from './at-end.ts';
import type { ChatRow } from './chat-rows.ts';

const LINE = 20;
const HEAD = 24;
const MARK = 36;
const SIGNS = 32;
const PADDING = 4;
const BESIDE = 36;
const LETTER = 7.2;

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
  const { isAtEnd, follow, goToEnd, stay } = useEnd(list, opensAt < 0);
  const opening = useRef(opensAt);
  const { total, tops, view } = seen;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || ids.length === 0) return;
    const isOpening = opening.current >= 0;
    if (isOpening) element.scrollTop = (tops[opening.current] ?? 0) - element.clientHeight / 3;
    follow();
  }, [list, ids, tops, total, view.height, follow]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    // The place that it opened at holds until somebody moves it.
    const leave = () => {
      opening.current = -1;
    };
    for (const kind of MOVES) element.addEventListener(kind, leave, { passive: true });
    return () => {
      for (const kind of MOVES) element.removeEventListener(kind, leave);
    };
  }, [list]);
  return {
    ...seen,
    isAtEnd,
    stay,
    goToEnd: useCallback(() => {
      opening.current = -1;
      goToEnd();
    }, [goToEnd]),
  };
}

/** Keeps a list at its end for somebody who is there, until they scroll up. `follow` is for when it may have grown; after `stay` it does not. */
function useEnd(list: RefObject<HTMLElement | null>, isAtFirst: boolean) {
  const [isAtEnd, setAtEnd] = useState(isAtFirst);
  const end = useRef(isAtFirst ? 0 : null);
  const follow = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    if (end.current !== null) {
      element.scrollTop = element.scrollHeight;
      end.current = element.scrollTop;
    }
    setAtEnd(end.current !== null || isNearEnd(element));
  }, [list]);
  const goToEnd = useCallback(() => {
    end.current = 0;
    follow();
  }, [follow]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      end.current = endAfter(end.current, element);
      setAtEnd(end.current !== null);
    };
    // Before it is painted: what the list learns of its own height comes to the rows a frame later.
    const resized = new ResizeObserver(follow);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [list, follow]);
  const stay = useCallback(() => {
    end.current = null;
  }, []);
  return { isAtEnd, follow, goToEnd, stay };
}

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function heightOf(row: ChatRow | undefined, width: number): number {
  if (row === undefined) return LINE;
  const { message, hasHead, isDayFirst, isNewFirst } = row;
  const lines = linesIn(beginningOf(closedUp(message.text)), Math.max(8, (width - BESIDE) / LETTER));
  const marks = (isDayFirst ? MARK : 0) + (isNewFirst ? MARK : 0);
  return PADDING + LINE * lines + (hasHead ? HEAD : 0) + marks + (message.reactions === undefined ? 0 : SIGNS);
}
