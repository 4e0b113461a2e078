import { Failure, inSentences } from '@bough/base';
import type { ServiceName } from '@bough/contracts';
import type { Component } from './component.ts';
import { createPlatform, type Platform, type PlatformSettings } from './create-platform.ts';
import { claimDataFolder } from '../files/data-format.ts';
import { createLogger, type Log, type Logger, type LogLevel } from '../log/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock } from './platform.ts';
import { closeToOthers, makePrivate } from '../files/private-folder.ts';
import { processSource } from '../settings/process-source.ts';
import { createTracing } from '../tracing/create-tracing.ts';
import { readSettings, type Settings, type SettingsTable } from '../settings/settings.ts';

/** The settings that every service has. */
interface CommonSettings extends PlatformSettings {
  readonly BOUGH_LOG_LEVEL: LogLevel;
  readonly BOUGH_STOP_WITH_STDIN: boolean;
  readonly BOUGH_DATA: string;
}

const DRAIN_MS = 4_500;
const FLUSH_MS = 300;

/**
 * Runs a service until SIGTERM or SIGINT (or the end of standard input, where that is set): reads its settings, builds its components, starts them in order. On the signal they
 * drain and stop in the opposite order, all within 5 s. What is wrong before or while starting is told in one sentence on
 * standard error, with exit code 1. The process ends when this does.
 */
export async function runService<T extends SettingsTable>(
  name: ServiceName,
  table: T,
  build: (platform: Platform, settings: Settings<T>) => Promise<readonly Component[]> | readonly Component[],
): Promise<void> {
  makePrivate();
  const settings = readSettings(table, processSource());
  if (!settings.ok) return endProcess(name, settings.error);
  const common = settings.value as unknown as CommonSettings;
  const log = createLogger({ service: name, level: common.BOUGH_LOG_LEVEL });
  dieLoudly(log);
  const metrics = createMetrics(name);
  metrics.logDrops(() => log.dropped());
  const components: Component[] = [];
  const tracing = createTracing(name, common, log);
  const platform = createPlatform(name, common, log, metrics, components, tracing?.tracer);
  const asked = nextSignal(common.BOUGH_STOP_WITH_STDIN);
  // The clock's timers let a process end; this one does not, so that the end is always the one below.
  setInterval(() => {}, 0x7fff_ffff);
  try {
    // The exporter keeps nothing.
    if (name !== 'exporter') {
      claimDataFolder(common.BOUGH_DATA);
      closeToOthers(common.BOUGH_DATA, log);
    }
    if (tracing !== null) components.push(tracing.component);
    components.push(...(await build(platform, settings.value)));
    for (const component of components) await component.start?.();
  } catch (failure) {
    await stopAll(components, log);
    await log.flush(FLUSH_MS);
    return endProcess(name, sentenceOf(failure));
  }
  log.info('started', { host: common.BOUGH_HOST, port: common.PORT });
  const signal = await asked;
  log.info('draining', { signal });
  await drainAll(components, log);
  await stopAll(components, log);
  metrics.stop();
  log.info('stopped');
  await log.flush(FLUSH_MS);
  endProcess(name, null);
}

/** The first signal drains; the second one ends the process at once, as the platform would. */
function nextSignal(stopsWithStdin: boolean): Promise<string> {
  return new Promise((resolve) => {
    if (stopsWithStdin) process.stdin.resume().once('end', () => resolve('the end of standard input'));
    for (const each of ['SIGTERM', 'SIGINT'] as const) {
      process.once(each, () => {
        process.once(each, () => process.exit(1));
        resolve(each);
      });
    }
  });
}

/** All components share one time for draining: what a slow one uses up, the next ones do not have. */
async function drainAll(components: readonly Component[], log: Log): Promise<void> {
  const endsAtMs = platformClock.monotonic() + DRAIN_MS;
  for (const component of components.toReversed()) {
    const leftMs = Math.max(0, endsAtMs - platformClock.monotonic());
    await attempt(component.name, log, leftMs, async () => component.drain?.(leftMs));
  }
}

async function stopAll(components: readonly Component[], log: Log): Promise<void> {
  for (const component of components.toReversed()) {
    await attempt(component.name, log, DRAIN_MS, async () => component.stop?.());
  }
}

/** One component that fails or hangs while ending must not keep the others from ending well. */
async function attempt(component: string, log: Log, withinMs: number, work: () => Promise<void>): Promise<void> {
  let cancel = (): void => {};
  const tooLong = new Promise<void>((resolve) => {
    cancel = platformClock.after(withinMs + 100, () => {
      log.error('a component did not end in time', { component });
      resolve();
    });
  });
  try {
    await Promise.race([work(), tooLong]);
  } catch (failure) {
    log.error('a component could not end', { component, error: failure });
  } finally {
    cancel();
  }
}

/** After an error that nobody caught, nothing is known to hold: it is told, and the process ends to be started anew. */
function dieLoudly(log: Logger): void {
  const die = (failure: unknown): void => {
    log.error('an error was caught by nobody', { error: failure });
    void log.flush(FLUSH_MS).then(() => process.exit(1));
  };
  process.once('uncaughtException', die);
  process.once('unhandledRejection', die);
}

function endProcess(name: string, sentence: string | null): void {
  if (sentence !== null) process.stderr.write(`bough ${name}: ${sentence}\n`);
  process.exit(sentence === null ? 0 : 1);
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof Failure) return inSentences(failure);
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
