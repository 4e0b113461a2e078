import type { Message } from '../comments/thread-list.ts';

/** Messages of one person so close together stand under one name. */
const TOGETHER_MS = 5 * 60_000;

/** A message as it stands in the list. */
export interface ChatRow {
  readonly message: Message;
  /** The first of its day, on this device's clock. */
  readonly isDayFirst: boolean;
  /** Its author and time stand above it. */
  readonly hasHead: boolean;
  /** The first that was new when the chat was opened. */
  readonly isNewFirst: boolean;
}

/** The messages as rows: where a day begins, where what is new begins, and where it is said who speaks. */
export function rowsOf(chat: readonly Message[], firstNew: Message['id'] | null): readonly ChatRow[] {
  let before: Message | null = null;
  return chat.map((message) => {
    const isDayFirst = before === null || dayOf(before.at) !== dayOf(message.at);
    const isNewFirst = message.id === firstNew;
    const goesOn = before !== null && before.author === message.author && message.at - before.at < TOGETHER_MS;
    before = message;
    return { message, isDayFirst, isNewFirst, hasHead: isDayFirst || isNewFirst || !goesOn };
  });
}

/** The time of day, as the device writes it: "9:05", "21:40". */
export function timeOf(at: number): string {
  const date = new Date(at);
  return `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
}

/** How many days ago that was, by this device's clock. */
export function daysAgo(at: number, now: number): number {
  return dayOf(now) - dayOf(at);
}

function dayOf(at: number): number {
  const date = new Date(at);
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}
