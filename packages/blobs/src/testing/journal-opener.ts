import { FolderJournal } from '../folder/folder-journal.ts';
import { testPorts } from './test-ports.ts';

// A process that opens a journal, and nothing else of a store: `node journal-opener.ts FOLDER`. On a full disk that is all that opening a store does.

const [folder = ''] = process.argv.slice(2);
const journal = await FolderJournal.open(testPorts, { folder });
journal.close();
