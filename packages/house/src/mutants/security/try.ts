import { tellInTree } from '../in-tree.ts';
import { SWITCHED_OFF } from './all.ts';

/** Switches one control after the other off in a scratch copy of the project; answers how many nothing noticed. */
export async function trySecurity(part: string): Promise<number> {
  const tried = SWITCHED_OFF.filter(({ name, control }) => `${control}: ${name}`.includes(part));
  const alive = await tellInTree('security', tried);
  process.stdout.write(`security: ${tried.length - alive} of ${tried.length} mutants killed\n`);
  return alive;
}
