import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import { keyText, Neighbours } from './neighbours.ts';
import { PUBLIC_URL } from '../world.ts';

/** A gateway as the process that it is in production, beside these neighbours; its own things are in `folder`. Not started yet. */
export async function gatewayProcess(
  neighbours: Neighbours,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  return await ServiceProcess.make({
    main: fileURLToPath(new URL('../../main.ts', import.meta.url)),
    environment: {
      BOUGH_DATA: folder,
      BOUGH_TOKEN_KEYS: neighbours.keys.map(keyText).join(','),
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

/** A gateway that runs, and the docstore beside it. */
export interface GatewayWithDocstore {
  readonly gateway: ServiceProcess;
  readonly neighbours: Neighbours;
  /** Ends both, and takes their folders away. */
  readonly end: () => Promise<void>;
}

/** Starts a gateway and a docstore as the processes that they are in production. */
export async function startWithDocstore(
  environment: Readonly<Record<string, string>> = {},
): Promise<GatewayWithDocstore> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-gateway-'));
  const neighbours = await Neighbours.start(['docstore']);
  const gateway = await gatewayProcess(neighbours, folder, environment);
  await gateway.start();
  const end = async (): Promise<void> => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { gateway, neighbours, end };
}
