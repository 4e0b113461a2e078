import type { EditorSnapshot } from '@bough/editor';

type Refused = EditorSnapshot['refused'];
type Op = Refused[number]['ops'][number];

/** What was written in these changes, a line for each text: what was typed on without a stop is one, in however many changes it came. */
export function lostWords(refused: Refused): readonly string[] {
  const lines: string[] = [];
  // Where the last line goes on: at its end, or where its last letters were put in, since those are not in the text any more.
  let places: readonly string[] = [];
  for (const { ops, lost } of refused) {
    if (!ops.every(isWriting)) {
      lines.push(...lost);
      places = [];
      continue;
    }
    for (const op of ops) {
      if (op.kind === 'splice') {
        if (op.insert === '') continue;
        const place = (at: number): string => `${op.id} ${op.field} ${at}`;
        lines.push(places.includes(place(op.at)) ? `${lines.pop() ?? ''}${op.insert}` : op.insert);
        places = [place(op.at), place(op.at + op.insert.length)];
      } else if (op.kind === 'add' || op.kind === 'set') {
        const { text = '', note = '' } = op.fields;
        lines.push(...[note, text].filter((one) => one !== ''));
        places = text === '' ? [] : [`${op.id} text ${text.length}`];
      }
    }
  }
  return lines;
}

function isWriting({ kind }: Op): boolean {
  return kind === 'splice' || kind === 'add' || kind === 'set';
}
