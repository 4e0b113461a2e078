import { Failure, parsePrefixName, type PrefixName } from '@bough/base';
import { GatewayFailure } from '../../failure.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { OutsideChanges } from '../rooms/outside-changes.ts';

/** Changes of a map that nobody has open for it: from programs, and from the page for a map that it makes of a file. */
export function changeRoutes(parts: { readonly changes: Pick<OutsideChanges, 'change'> }): Pick<Handlers, 'changeMap'> {
  return {
    changeMap: async ({ params, body, person, request, context }) => {
      const { ops } = body;
      const by = mustBePerson(person);
      // What was named is what the change was made on: docstore keeps it there or not at all.
      const last = nameOf(request.headers['if-match']);
      const on =
        last === null ? { base: body.base ?? null, lineage: body.lineage } : { base: last.seq, lineage: last.lineage };
      const outsider = { by, ops, ...on, isLast: last !== null };
      const { seq, lineage, outcomes } = await parts.changes.change(params.map, outsider, context).catch(unlessMoved);
      const [outcome] = outcomes;
      if (outcome?.kind === 'refused') {
        throw new GatewayFailure('refused', `The change was refused: ${outcome.detail || outcome.reason}.`);
      }
      return { seq, lineage };
    },
  };
}

/** That the map is not what the asker has read. */
export function changed(cause?: unknown): GatewayFailure {
  return new GatewayFailure('changed', 'The map was changed after you read it.', cause === undefined ? {} : { cause });
}

/** The name of a prefix in a document's ETag. */
export function nameOf(tag: string | undefined): PrefixName | null {
  return parsePrefixName(/^(?:W\/)?"([^"]*)"$/.exec(tag ?? '')?.[1] ?? '');
}

const MOVED = new Set(['docstore/moved', 'docstore/other-lineage', 'docstore/old-base']);

function unlessMoved(failure: unknown): never {
  throw failure instanceof Failure && MOVED.has(failure.code) ? changed(failure) : failure;
}
