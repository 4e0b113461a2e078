import type { GatewaySettings } from '../../gateway.ts';
import { openWorld, type RunningGateway, type World } from '../world.ts';

/** A world of two gateways, whose limits keep nobody waiting. */
export interface TwoGateways {
  readonly world: World;
  readonly gateway: RunningGateway;
  /** Shares nothing with the first but what is kept. */
  readonly other: RunningGateway;
}

/** Opens one for the tests of one file, which end the world; `change` is of the first gateway. */
export async function openTwoGateways(change: Partial<GatewaySettings> = {}): Promise<TwoGateways> {
  const world = await openWorld(['docstore', 'mailer']);
  const wide = { limitsFactor: 100_000 };
  return { world, gateway: await world.start({ ...wide, ...change }), other: await world.start(wide) };
}
