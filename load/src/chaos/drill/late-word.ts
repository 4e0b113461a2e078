import { platformIds } from '@bough/service';
import type { FullStack } from '../../bough/full-stack.ts';

/** Has every gateway hear what another one says of a map: the drill is that other one. */
export async function sayAsGateway(stack: FullStack, map: string, message: object): Promise<void> {
  const from = platformIds.short();
  const said = `${from} ${JSON.stringify({ from, message })}`;
  const answer = await stack.askBus(`PUBLISH bough:map:${map} ${JSON.stringify(said)}`);
  if (!/^:[1-9]/.test(answer)) throw new Error(`no gateway hears what is said of a map: ${answer.trim()}`);
}
