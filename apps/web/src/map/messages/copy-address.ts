import { tryCopy } from '../../shell/try-copy.ts';
import { words } from '../../words/index.ts';
import { tell } from './told.ts';

/** Copies the whole address of a place of this page, and says so; where the browser does not let the page, the address itself is told. */
export async function copyAddress(place: string): Promise<void> {
  const address = new URL(place, location.origin).href;
  tell((await tryCopy(address)) ? words.map.linkCopied : address);
}
