import { tableOfTests } from './table-of-tests.ts';

/** docs/security.md: each control has a test. */
export const securityTable = tableOfTests('security table', 'docs/security.md', 'control');
