import { VirtualClock } from '@bough/base/testing';
import { describeWith } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import { openBus } from '../testing/bus/opened-bus.ts';
import { LIMITS, RateLimits } from './rate-limits.ts';

const NAME = 'password by address';
const { burst } = LIMITS[NAME];

describeWith('redis', (server) => {
  /** What one gateway counts with. */
  async function openGateway() {
    const { bus } = await openBus(server().url);
    const limits = new RateLimits({ clock: new VirtualClock(), bus }, { factor: 1 });
    const tryTake = async (subject: string): Promise<boolean> =>
      await limits.mustTakeEverywhere(NAME, subject).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'gateway/too-many' });
          return false;
        },
      );
    return { bus, tryTake };
  }

  test('[GW-64] what guesses at secrets gets no more tries from two gateways than from one', async () => {
    const [one, two] = [await openGateway(), await openGateway()];
    const subject = platformIds.long();
    const took: boolean[] = [];
    for (let n = 0; n < 2 * burst; n++) took.push(await (n % 2 === 0 ? one : two).tryTake(subject));
    expect(took.filter(Boolean)).toHaveLength(burst);
    expect(took.slice(0, burst).every(Boolean)).toBe(true);
    expect(await two.tryTake(platformIds.long())).toBe(true);
    await Promise.all([one.bus.close(), two.bus.close()]);
  });

  test('[GW-64] while Redis is away each gateway counts for itself', async () => {
    const { bus, tryTake } = await openGateway();
    await bus.close();
    const subject = platformIds.long();
    const took: boolean[] = [];
    for (let n = 0; n < 2 * burst; n++) took.push(await tryTake(subject));
    expect(took.filter(Boolean)).toHaveLength(burst);
  });
});
