import { tableOfTests } from './table-of-tests.ts';

const COLUMNS = 5;

/** docs/disasters.md: each disaster has a test of what it leaves. */
export const disasterTable = tableOfTests('disaster table', 'docs/disasters.md', 'disaster', COLUMNS);
