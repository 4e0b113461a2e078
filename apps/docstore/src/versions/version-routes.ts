import { docstoreRoutes } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Documents } from '../documents/documents.ts';
import { ensureCurrent } from '../reading/ensure-current.ts';
import type { Versions } from './versions.ts';

/** What docstore answers about named versions. */
export function versionRoutes(documents: Documents, versions: Versions): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.listVersions, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      return { versions: await versions.list(params.map) };
    }),
    handle(docstoreRoutes.nameVersion, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      return versions.name(params.map, body);
    }),
    handle(docstoreRoutes.removeVersion, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      await versions.remove(params.map, params.version);
      return undefined;
    }),
  ];
}
