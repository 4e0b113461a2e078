import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BUILDS = fileURLToPath(new URL('../../../infra/launch/build-page.mjs', import.meta.url));

/** Builds the page as its sources are now, unless that stands there; answers what a person has to mend first, null when it is there. */
export async function bringPage(): Promise<string | null> {
  const build = spawn(process.execPath, [BUILDS], { stdio: ['ignore', 'inherit', 'pipe'] });
  let why = '';
  build.stderr.setEncoding('utf8').on('data', (text: string) => (why += text));
  const [code] = await once(build, 'close');
  return code === 0 ? null : why.trim();
}
