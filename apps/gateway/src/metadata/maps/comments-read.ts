import type { CommentsRead } from '@bough/contracts';

// How databases keep what somebody has read of the comments of a map: a moment, and texts of a thread with its own moment.

/** What is kept, as it is read. */
export function readFrom(upTo: number | null, texts: readonly string[]): CommentsRead {
  const threads = texts.map((text) => ({ thread: text.slice(0, 12), upTo: Number(text.slice(13)) }));
  return { upTo: upTo ?? 0, threads };
}

/** The threads as texts. */
export function textsOf({ threads }: CommentsRead): readonly string[] {
  return threads.map(({ thread, upTo }) => `${thread} ${upTo}`);
}
