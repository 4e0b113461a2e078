const EVERY_MS = 5_000;

/** Asks until there is an answer whether a person may read the past, and calls back with it, once; nothing is decided without one. Ends with what it answers. */
export function whenPastKnown(ask: () => Promise<boolean | null>, known: (mayRead: boolean) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    const mayRead = await ask();
    if (isOver) return;
    if (mayRead === null) timer = setTimeout(() => void look(), EVERY_MS);
    else known(mayRead);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
