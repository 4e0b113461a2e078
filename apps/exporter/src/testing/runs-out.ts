// Stands for a process that draws what is too large for it.
process.stdin.once('data', () => {
  process.stderr.write(
    'FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed - JavaScript heap out of memory\n',
  );
  process.abort();
});
