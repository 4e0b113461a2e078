import type { EditorSnapshot } from '@bough/editor';

type Refused = EditorSnapshot['refused'];

/** What was written in these changes, a line for each text: what was typed on without a stop is one, in however many changes it came. */
export function lostWords(refused: Refused): readonly string[] {
  const lines: string[] = [];
  let end = '';
  for (const { ops, lost } of refused) {
    const [op] = ops;
    if (ops.length !== 1 || op?.kind !== 'splice') {
      lines.push(...lost);
      end = '';
      continue;
    }
    if (op.insert === '') continue;
    const place = `${op.id} ${op.field} `;
    if (end === `${place}${op.at}`) lines.push(`${lines.pop() ?? ''}${op.insert}`);
    else lines.push(op.insert);
    end = `${place}${op.at + op.insert.length}`;
  }
  return lines;
}
