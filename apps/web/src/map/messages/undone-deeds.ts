import type { EditorSnapshot } from '@bough/editor';

type Refused = EditorSnapshot['refused'];
type Op = Refused[number]['ops'][number];
type ItemId = Extract<Op, { kind: 'add' }>['id'];

/** What somebody wanted to do with one item, by its words: null for one that nobody knows any more. */
export interface UndoneDeed {
  readonly what:
    | 'moved'
    | 'freed'
    | 'written'
    | 'noted'
    | 'added'
    | 'removed'
    | 'restored'
    | 'styled'
    | 'linked'
    | 'unlinked'
    | 'commented'
    | 'said'
    | 'reacted'
    | 'titled';
  /** The item, where it can be shown. */
  readonly id: ItemId | null;
  readonly item: string | null;
  /** Where it was to go, or to be linked. */
  readonly other: string | null;
}

/** What these changes were to do, each once, in the order in which it was done; what was done with a new item is part of making it. */
export function undoneDeeds(refused: Refused, textOf: (id: ItemId) => string | null): readonly UndoneDeed[] {
  const ops = refused.flatMap((one) => one.ops);
  const made = new Map(ops.flatMap((op) => (op.kind === 'add' ? [[op.id, op.fields.text ?? ''] as const] : [])));
  const nameOf = (id: ItemId | null): string | null => (id === null ? null : (textOf(id) ?? made.get(id) ?? null));
  const deeds = new Map<string, UndoneDeed>();
  for (const op of ops) {
    const deed = deedOf(op);
    const key = JSON.stringify([deed.what, idOf(op), deed.other]);
    if (!deeds.has(key) && !isPartOfMaking(op)) deeds.set(key, deed);
  }
  return [...deeds.values()];

  function isPartOfMaking(op: Op): boolean {
    const id = idOf(op);
    if (op.kind === 'add') return op.parent !== null && made.has(op.parent);
    return id !== null && made.has(id) && textOf(id) === null && op.kind !== 'link';
  }

  function deedOf(op: Op): UndoneDeed {
    const id = idOf(op);
    const shown = id !== null && textOf(id) !== null ? id : null;
    return { what: whatOf(op), id: shown, item: nameOf(id), other: nameOf(otherOf(op)) };
  }
}

function idOf(op: Op): ItemId | null {
  if (op.kind === 'link') return op.link.from;
  if (op.kind === 'comment') return op.item;
  if (op.kind === 'unlink' || op.kind === 'edit-comment' || op.kind === 'resolve' || op.kind === 'settings')
    return null;
  return op.kind === 'message' || op.kind === 'edit-message' || op.kind === 'react' ? null : op.id;
}

function otherOf(op: Op): ItemId | null {
  if (op.kind === 'link') return op.link.to;
  return op.kind === 'move' || op.kind === 'add' || op.kind === 'restore' ? op.parent : null;
}

function whatOf(op: Op): UndoneDeed['what'] {
  switch (op.kind) {
    case 'move':
      return op.parent === null ? 'freed' : 'moved';
    case 'splice':
      return op.field === 'note' ? 'noted' : 'written';
    case 'set':
      return op.fields.text !== undefined ? 'written' : op.fields.note !== undefined ? 'noted' : 'styled';
    case 'add':
      return 'added';
    case 'remove':
      return 'removed';
    case 'restore':
      return 'restored';
    case 'link':
      return 'linked';
    case 'unlink':
      return 'unlinked';
    case 'settings':
      return 'titled';
    case 'message':
    case 'edit-message':
      return 'said';
    case 'react':
      return 'reacted';
    default:
      return 'commented';
  }
}
