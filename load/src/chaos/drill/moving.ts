import type { FullStack } from '../../bough/full-stack.ts';
import { runCommand } from '../command.ts';

/** Kills all docstores, does the work, and starts them again. */
export async function whileDown({ docstores }: Pick<FullStack, 'docstores'>, work: () => Promise<void>): Promise<void> {
  await Promise.all(docstores.map((one) => one.kill()));
  try {
    await work();
  } finally {
    await Promise.all(docstores.map((one) => one.start()));
  }
}

/** The first location is lost, with what the second one has not; Bough runs from the second from then on. The work is done while no docstore runs. */
export async function failOver(stack: FullStack, work: () => Promise<void>): Promise<void> {
  const { first, second } = stack.ways;
  await whileDown(stack, async () => {
    await first.cut();
    await second.resume();
    await work();
    await mustRun(stack, 'failover', {});
    stack.runFromStore('second');
  });
}

/** The first location is back as it was lost, and Bough runs from it again. */
export async function goHome(stack: FullStack): Promise<void> {
  await stack.ways.first.mend();
  await whileDown(stack, async () => {
    await mustRun(stack, 'fail-back --yes', stack.goingHome);
    stack.runFromStore('first');
  });
}

async function mustRun(stack: FullStack, line: string, more: Readonly<Record<string, string>>): Promise<void> {
  const { code, said } = await runCommand(stack, line, more);
  if (code !== 0) throw new Error(`${line} does not do it: ${said}`);
}
