import { platformClock, platformIds, platformRandom } from '@bough/service';
import { must } from '@bough/base';
import { parseRedisAddress } from '../../bus/redis-address.ts';
import { RedisBus } from '../../bus/redis-bus.ts';
import type { GatewayFailure } from '../../failure.ts';

/** A bus as a gateway has one, and what an operator would have been told of it. */
export interface OpenedBus {
  readonly bus: RedisBus;
  /** The code of each trouble, and null where it was over. */
  readonly told: (string | null)[];
}

/** Opens a bus over the Redis at these addresses. */
export async function openBus(...urls: readonly string[]): Promise<OpenedBus> {
  const told: (string | null)[] = [];
  const onState = (trouble: GatewayFailure | null): void => void told.push(trouble?.code ?? null);
  const parts = { clock: platformClock, random: platformRandom, id: platformIds.short(), onState };
  return { bus: await RedisBus.connect(parts, must(parseRedisAddress(urls.join(',')))), told };
}
