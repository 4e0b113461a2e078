/** Thrown by `need` to get out of the middle of a document that is being read; `decodeMap` makes a refusal of it. */
export class Unreadable extends Error {}

/** Refuses the document with this sentence unless the condition holds. */
export function need(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unreadable(otherwise);
}

/** The same for one of very many: the sentence is put together only when it is needed. */
export function needAt(condition: boolean, i: number, otherwise: string): asserts condition {
  if (!condition) throw new Unreadable(`item ${i} ${otherwise}`);
}
