// What strace has written (-f -xx, one file), read into calls in the order in which they ended. A line is
//
//   PID  name(ARGUMENTS) = RESULT ...
//   PID  name(ARGUMENTS <unfinished ...>        and later        PID  <... name resumed>ARGUMENTS) = RESULT ...
//   PID  +++ exited with 0 +++                  PID  --- SIGTERM {...} ---

/** One call of one thread. A call that failed, or of which the end is not known, is none. */
export interface Call {
  /** The process, by any one of its threads. */
  readonly process: number;
  readonly name: string;
  /** The arguments that are no bytes, in order; in the place of bytes stands nothing between quotes. */
  readonly args: readonly string[];
  /** The bytes, and paths, among the arguments, in order. */
  readonly bytes: readonly Buffer[];
  readonly result: number;
  /** Lines of the trace: what ended before another one began is known to be older. */
  readonly begunAt: number;
  readonly endedAt: number;
}

const UNFINISHED = ' <unfinished ...>';
const MAKES_PROCESS = /^(?:clone3?|v?fork)$/;

type Line = { readonly thread: number; readonly name: string; readonly args: string } & (
  | { readonly kind: 'whole' | 'resumed'; readonly result: number }
  | { readonly kind: 'begun' }
);

/** Every call that succeeded. */
export function readCalls(trace: string): readonly Call[] {
  const calls: Call[] = [];
  const begun = new Map<string, { readonly args: string; readonly at: number }>();
  const lines = trace.split('\n').map(tryReadLine);
  const processes = processesOf(lines);
  for (const [at, line] of lines.entries()) {
    if (line === null) continue;
    const { thread, name, args } = line;
    if (line.kind === 'begun') begun.set(`${thread} ${name}`, { args, at });
    else if (line.result >= 0) {
      const before = line.kind === 'whole' ? { args: '', at } : begun.get(`${thread} ${name}`);
      if (before === undefined) throw new Error(`line ${at + 1} of the trace ends a call that never began`);
      const process = processes.get(thread) ?? thread;
      const all = before.args + args;
      const when = { begunAt: before.at, endedAt: at };
      calls.push({ process, name, args: plainArgs(all), bytes: allBytes(all), result: line.result, ...when });
    }
  }
  return calls;
}

/** Without regular expressions: a line may be a megabyte. */
function tryReadLine(line: string): Line | null {
  const space = line.indexOf(' ');
  const thread = Number(line.slice(0, space));
  const text = line.slice(space).trimStart();
  const isResumed = text.startsWith('<... ');
  const name = isResumed ? text.slice(5, text.indexOf(' ', 5)) : text.slice(0, Math.max(0, text.indexOf('(')));
  if (space < 1 || !/^\w+$/.test(name)) return null;
  const from = isResumed ? text.indexOf('resumed>') + 'resumed>'.length : name.length + 1;
  if (text.endsWith(UNFINISHED)) return { thread, name, args: text.slice(from, -UNFINISHED.length), kind: 'begun' };
  const equals = text.lastIndexOf(' = ');
  const result = Number(/^-?\w+/.exec(text.slice(equals + 3))?.[0]);
  if (equals < 0 || Number.isNaN(result)) return null;
  const args = text.slice(from, text.lastIndexOf(')', equals));
  return { thread, name, args, kind: isResumed ? 'resumed' : 'whole', result };
}

/** The process of each thread. A thread may be heard of before the call that made it has ended. */
function processesOf(lines: readonly (Line | null)[]): ReadonlyMap<number, number> {
  const makers = new Map<number, number>();
  const begun = new Map<number, boolean>();
  for (const line of lines) {
    if (line === null || !MAKES_PROCESS.test(line.name)) continue;
    if (line.kind === 'begun') begun.set(line.thread, isThread(line.args));
    else if (isThread(line.args) || (line.kind === 'resumed' && begun.get(line.thread) === true)) {
      makers.set(line.result, line.thread);
    }
  }
  const processes = new Map<number, number>();
  for (const [thread, maker] of makers) {
    let process = maker;
    for (let above = makers.get(process); above !== undefined; above = makers.get(process)) process = above;
    processes.set(thread, process);
  }
  return processes;
}

function isThread(args: string): boolean {
  return args.includes('CLONE_THREAD');
}

function allBytes(args: string): readonly Buffer[] {
  const all: Buffer[] = [];
  for (let from = args.indexOf('"'); from >= 0; from = args.indexOf('"', from)) {
    const end = args.indexOf('"', from + 1);
    if (args.startsWith('...', end + 1)) throw new Error('strace has cut bytes: give it a longer -s');
    all.push(Buffer.from(args.slice(from + 1, end).replaceAll('\\x', ''), 'hex'));
    from = end + 1;
  }
  return all;
}

function plainArgs(args: string): readonly string[] {
  const first = args.indexOf('"');
  const last = args.lastIndexOf('"');
  const short = first < 0 ? args : `${args.slice(0, first)}""${args.slice(last + 1)}`;
  return short.split(', ').map((each) => each.trim());
}
