import type { build, InlineConfig } from 'vite';
import { groupsOf } from './groups.ts';

// Which module a screen really needs is only known of a finished build, after everything unused was
// taken out of it; so the page is built twice, and the first time tells.

/** The groups of this page, by building it once without writing anything. */
export async function measuredGroups(
  buildBy: typeof build,
  config: InlineConfig,
): Promise<ReadonlyMap<string, string>> {
  const built = await buildBy({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, sourcemap: false, reportCompressedSize: false },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('a build answers what it made');
  return groupsOf(output.output.filter((file) => file.type === 'chunk'));
}
