// What a process that draws says of a job that it does not do, apart from a document that is damaged.

/** The map has no item with the id of the branch that is wanted. */
export const NO_BRANCH = 'no such branch';
/** More is to be drawn than the process has memory for. */
export const TOO_LARGE = 'too large to be drawn';
