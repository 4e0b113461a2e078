// Given to a measured process with --import: counts what is asked of SQLite, and keeps the count in a file of its data folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

let operations = 0;

function count(type, method) {
  const inner = type.prototype[method];
  type.prototype[method] = function (...args) {
    operations++;
    return inner.apply(this, args);
  };
}

count(DatabaseSync, 'exec');
for (const method of ['run', 'get', 'all', 'iterate']) count(StatementSync, method);

let written = -1;
setInterval(() => {
  if (written === operations) return;
  written = operations;
  writeFileSync(join(process.env.BOUGH_DATA, `database-operations-${process.env.PORT}`), String(operations));
}, 50).unref();
