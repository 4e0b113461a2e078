/** Looks again and again until the claim holds; throws when it does not within the time. Nothing here waits for a fixed time. */
export async function until(claim: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const fromMs = performance.now();
  while (!(await claim())) {
    if (performance.now() - fromMs > withinMs) throw new Error(`not so within ${withinMs} ms: ${claim.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
