import { docstoreRoutes } from '@bough/contracts';
import type { AssetParts } from './asset-routes.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';

type Names = 'listVersions' | 'nameVersion' | 'removeVersion';

/** Named versions of maps, kept by docstore beside the history that they name. */
export function versionRoutes({ docstore, limits }: AssetParts): Pick<Handlers, Names> {
  return {
    listVersions: async ({ params, context }) => await docstore.call(docstoreRoutes.listVersions, { params }, context),
    nameVersion: async ({ params, body, context, person }) => {
      const by = mustBePerson(person);
      limits.mustTake('versions by person', by);
      return await docstore.call(docstoreRoutes.nameVersion, { params, body: { ...body, by } }, context);
    },
    removeVersion: async ({ params, context }) =>
      await docstore.call(docstoreRoutes.removeVersion, { params }, context),
  };
}
