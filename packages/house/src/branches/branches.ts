import { parseSource, walk } from '../sources/source.ts';

// Which ways through a source its tests have gone. V8 counts how often each stretch of a script ran; Node takes the types out of a
// source and leaves every other character where it was, so V8's offsets are those of the file. A branch is what Istanbul calls one: each
// way out of an `if` (also where no `else` is written) and of `?:`, each operand of `&&`, `||` and `??`, each case of a `switch`. Defaults
// of parameters and optional chains are none: V8 does not count them apart.

/** How often the script ran at this offset. */
export type CountAt = (offset: number) => number;

/** One way that a source can go. */
export interface Branch {
  readonly line: number;
  /** How often it was gone. */
  readonly taken: (countAt: CountAt) => number;
}

/** The functions of one script, as V8 reports on them. The first range of each is the function itself, the others are stretches of it. */
export type FunctionRanges = readonly {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}[];

interface Placed {
  readonly type: string;
  readonly start: number;
}

/** Every branch of a source. */
export function branchesOf(path: string, text: string): Branch[] {
  const { program, lineAt } = parseSource(path, text);
  const branches: Branch[] = [];
  const add = ({ start }: Placed, taken: Branch['taken'] = (countAt) => countAt(start)): void => {
    branches.push({ line: lineAt(start), taken });
  };
  walk(program, {
    IfStatement: (node) => {
      const { consequent, alternate } = node;
      add(consequent);
      if (alternate === null) add(node, (countAt) => countAt(node.start) - countAt(consequent.start));
      else add(alternate);
    },
    ConditionalExpression: ({ consequent, alternate }) => {
      add(consequent);
      add(alternate);
    },
    LogicalExpression: ({ left, right }) => {
      for (const operand of [left, right]) if (operand.type !== 'LogicalExpression') add(operand);
    },
    SwitchCase: (node) => add(node),
  });
  return branches;
}

/** Reads the counts of one script: at an offset the innermost range counts, but for a function that only begins there. */
export function countsIn(functions: FunctionRanges): CountAt {
  const all = functions.flatMap(({ ranges }) =>
    ranges.map((range, at) => ({ ...range, begins: at === 0 ? range.startOffset + 1 : range.startOffset })),
  );
  return (offset) => {
    let inner = { startOffset: -1, endOffset: Infinity, count: 0 };
    for (const range of all) {
      if (range.begins > offset || range.endOffset <= offset) continue;
      if (range.startOffset >= inner.startOffset && range.endOffset <= inner.endOffset) inner = range;
    }
    return inner.count;
  };
}
