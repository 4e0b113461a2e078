import { openFolderStore } from '../folder/folder-store.ts';
import { testPorts } from './test-ports.ts';

// A process that opens a folder again and again, beside others that do the same: `node opener.ts FOLDER TIMES`. It ends with what kept it from
// opening.

const [folder = '', times = '1'] = process.argv.slice(2);
for (let i = 0; i < Number(times); i++) {
  const stores = await Promise.all([1, 2].map(() => openFolderStore(testPorts, { folder })));
  for (const store of stores) store.close();
}
