import { personId } from '../ids.ts';
import { list } from '../parser.ts';

// Apart from the rest of what docstore answers: a page that shows people need not fetch packages/map.

export const AUTHORS_MOST = 10_000;
/** Who wrote in a document, who wrote last first; of more than so many the rest is left out. */
export const authors = list(personId, AUTHORS_MOST);
