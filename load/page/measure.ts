/** Answers the time at which everything that was asked for until now has been painted: after the next frame's work. */
export function painted(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve(performance.now());
      });
      port1.start();
      port2.postMessage(null);
    });
  });
}

/** Acts in each frame for so long, told how far it is (0 to 1); answers the times between the frames' beginnings. */
export function frames(ms: number, act: (at: number) => void): Promise<number[]> {
  return new Promise((resolve) => {
    const gaps: number[] = [];
    let first: number | null = null;
    let last = 0;
    const frame = (now: number): void => {
      if (first === null) first = now;
      else gaps.push(now - last);
      last = now;
      const at = (now - first) / ms;
      if (at >= 1) {
        resolve(gaps);
        return;
      }
      requestAnimationFrame(frame);
      act(at);
    };
    requestAnimationFrame(frame);
  });
}

/** Collects tasks of more than 50 ms from `begin` on. */
export function longTasks(): { begin(): void; taken(): number[] } {
  let found: number[] = [];
  let from = Infinity;
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  const take = (entries: readonly PerformanceEntry[]): void => {
    for (const { startTime, duration } of entries) if (startTime >= from) found.push(duration);
  };
  observer.observe({ entryTypes: ['longtask'] });
  return {
    begin: () => {
      from = performance.now();
    },
    taken: () => {
      take(observer.takeRecords());
      const taken = found;
      found = [];
      return taken;
    },
  };
}

/** Takes the times between frames until the answer is called, which answers them. */
export function watchFrames(): () => number[] {
  const gaps: number[] = [];
  let last = 0;
  let isOver = false;
  const frame = (now: number): void => {
    if (last > 0) gaps.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return () => {
    isOver = true;
    return gaps;
  };
}
