import { tableOfTests } from './table-of-tests.ts';

/** docs/editing.md: each key, gesture and way of editing has a test. */
export const editingTable = tableOfTests('editing table', 'docs/editing.md', 'action');
