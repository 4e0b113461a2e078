import { oneOf, type ParsedBy } from '../../parser.ts';

/** What somebody may do who came by a link, a folder or a group. */
export const linkRole = oneOf('view', 'comment', 'edit');
export type LinkRole = ParsedBy<typeof linkRole>;
