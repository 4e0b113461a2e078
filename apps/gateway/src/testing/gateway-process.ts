import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import type { Neighbours } from './neighbours.ts';
import { PUBLIC_URL } from './world.ts';

/** A gateway as the process that it is in production, beside these neighbours; its own things are in `folder`. Not started yet. */
export async function gatewayProcess(
  neighbours: Neighbours,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const keys = neighbours.keys.map(
    ({ audience, kid, key }) => `${audience}:${kid}:${Buffer.from(key).toString('base64url')}`,
  );
  return await ServiceProcess.make({
    main: fileURLToPath(new URL('../main.ts', import.meta.url)),
    environment: {
      BOUGH_DATA: folder,
      BOUGH_TOKEN_KEYS: keys.join(','),
      BOUGH_COOKIE_KEYS: 'one key for all gateways of 32 letters',
      BOUGH_PUBLIC_URL: PUBLIC_URL,
      BOUGH_DOCSTORE_URL: neighbours.urls.docstore,
      BOUGH_LIMITS_FACTOR: '1000',
      BOUGH_LOG_LEVEL: 'warn',
      BOUGH_PAGE: join(folder, 'no-page'),
      ...environment,
    },
  });
}
