import { type Held, held } from './held.ts';
import { openWorld, type RunningGateway, type World } from '../world.ts';

/** Two gateways before one database. */
export interface HeldWorld {
  readonly world: World;
  readonly gateway: RunningGateway;
  /** Where a call of the database can be made to wait; all else it shares with the other. */
  readonly slow: RunningGateway;
  readonly hold: Held['hold'];
}

/** A world with docstore and mailer for the tests of one file, which end it; nobody is limited there. */
export async function openHeldWorld(settings: Parameters<World['start']>[0] = {}): Promise<HeldWorld> {
  const world = await openWorld(['docstore', 'mailer']);
  const { metadata, hold } = held(world.metadata);
  const generous = { limitsFactor: 100_000, ...settings };
  return { world, gateway: await world.start(generous), slow: await world.start(generous, metadata), hold };
}
