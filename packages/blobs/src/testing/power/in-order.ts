import type { Call } from './strace-calls.ts';

/**
 * The calls in an order in which they can have happened. strace tells of calls of several threads that end at once in any order. A folder
 * that one makes may be told of after what another one has put there: then it was made before that. And the number of a file that one
 * closes may be given to another one before the closing is told of: so it is closed when that begins.
 */
export function inOrder(calls: readonly Call[]): readonly Call[] {
  const moved = calls.map((call, at) => {
    if (call.name === 'close') return { ...call, endedAt: call.begunAt };
    if (!call.name.startsWith('mkdir')) return call;
    const path = call.bytes[0]?.toString() ?? '';
    let first = at;
    for (let before = at - 1; before >= 0 && (calls[before]?.endedAt ?? 0) > call.begunAt; before--) {
      if (calls[before]?.bytes.some((bytes) => isWithin(bytes, path)) === true) first = before;
    }
    return first === at ? call : { ...call, endedAt: (calls[first]?.endedAt ?? 0) - HALF_A_LINE };
  });
  return moved.toSorted((a, b) => a.endedAt - b.endedAt);
}

const HALF_A_LINE = 0.5;

/** Whether the bytes are the path of the folder, or one below it. */
function isWithin(bytes: Buffer, folder: string): boolean {
  if (bytes.length < folder.length || bytes.length > LONGEST_PATH) return false;
  const text = bytes.toString();
  return text === folder || text.startsWith(`${folder}/`);
}

const LONGEST_PATH = 4_096;
