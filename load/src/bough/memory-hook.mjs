// Given to a measured process with --import: on SIGUSR2 it collects its garbage and says what is left.

process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`\nmemory:${JSON.stringify({ live: heapUsed + external, rss })}\n`);
});
