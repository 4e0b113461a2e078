import { docstoreSettings, runService } from '@bough/service';
import { Documents } from './documents.ts';
import { openLocations } from './locations.ts';
import { documentRoutes } from './routes.ts';
import { DOCUMENTS_DEFAULTS } from './settings.ts';

await runService('docstore', docstoreSettings, async (platform, settings) => {
  const locations = await openLocations(platform, settings);
  const documents = new Documents({ ports: locations.ports, store: locations.first }, DOCUMENTS_DEFAULTS);
  return [
    { name: 'blobs', stop: async () => locations.close() },
    { name: 'documents', drain: () => documents.close() },
    platform.server(documentRoutes(documents)),
  ];
});
