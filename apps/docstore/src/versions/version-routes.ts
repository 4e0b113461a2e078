import { docstoreRoutes } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import type { Versions } from './versions.ts';

/** What docstore answers about named versions. */
export function versionRoutes(versions: Versions): readonly Mounted[] {
  return [
    handle(docstoreRoutes.listVersions, async ({ params }) => ({ versions: await versions.list(params.map) })),
    handle(docstoreRoutes.nameVersion, ({ params, body }) => versions.name(params.map, body)),
    handle(docstoreRoutes.removeVersion, async ({ params }) => {
      await versions.remove(params.map, params.version);
      return undefined;
    }),
  ];
}
