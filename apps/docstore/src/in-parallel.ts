const WIDTH = 16;

/** Does the work for all of them, so many at a time, so that a store that is far away is waited for once, not for each. */
export async function inParallel<T>(
  all: AsyncIterable<T>,
  work: (one: T) => Promise<void>,
  width = WIDTH,
): Promise<void> {
  const source = all[Symbol.asyncIterator]();
  // Asking the source is cheap and one at a time; only the work overlaps.
  let asked: Promise<unknown> = Promise.resolve();
  const next = (): Promise<IteratorResult<T>> => {
    const answer = asked.then(() => source.next());
    asked = answer.catch(() => undefined);
    return answer;
  };
  const lane = async (): Promise<void> => {
    for (let one = await next(); one.done !== true; one = await next()) await work(one.value);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
