import { docstoreRoutes } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import type { Documents } from '../documents/documents.ts';
import { freshBy } from '../reading/fresh.ts';
import type { Versions } from './versions.ts';

/** What docstore answers about named versions. */
export function versionRoutes(documents: Documents, versions: Versions): readonly Mounted[] {
  const fresh = freshBy(documents);
  return [
    handle(docstoreRoutes.listVersions, async ({ params, context }) => {
      await fresh(params.map, context);
      return { versions: await versions.list(params.map) };
    }),
    handle(docstoreRoutes.nameVersion, async ({ params, body, context }) => {
      await fresh(params.map, context);
      return versions.name(params.map, body);
    }),
    handle(docstoreRoutes.removeVersion, async ({ params, context }) => {
      await fresh(params.map, context);
      await versions.remove(params.map, params.version);
      return undefined;
    }),
  ];
}
