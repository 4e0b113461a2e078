import { docstoreSettings, runService } from '@bough/service';
import { Documents } from './documents.ts';
import { firstLocation, logPorts, openLocation } from './locations.ts';
import { documentRoutes } from './routes.ts';
import { DOCUMENTS_DEFAULTS } from './settings.ts';

await runService('docstore', docstoreSettings, async (platform, settings) => {
  const first = await openLocation(platform, firstLocation(settings));
  const documents = new Documents({ ports: logPorts(platform), store: first.store }, DOCUMENTS_DEFAULTS);
  return [
    { name: 'blobs', stop: async () => first.close() },
    { name: 'documents', drain: () => documents.close() },
    platform.server(documentRoutes(documents)),
  ];
});
