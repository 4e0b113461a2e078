/** Thrown inside this package only, to get out of the middle of a file; `readFile` makes a refusal of it. */
export class Unreadable extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Why a file was not read: not what it says it is, larger than is read, or made to harm. */
export type RefusalReason = 'not-this-format' | 'too-large' | 'hostile' | 'empty';

/** Leaves the file unless the condition holds. */
export function need(condition: boolean, reason: RefusalReason, message: string): asserts condition {
  if (!condition) throw new Unreadable(reason, message);
}
