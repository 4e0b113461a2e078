/** What a process that draws says of a map that has no item with the id of the branch that is wanted. */
export const NO_BRANCH = 'no such branch';
