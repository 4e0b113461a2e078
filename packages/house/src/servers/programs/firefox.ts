import { aptInstall, mayUseApt } from '../install/apt.ts';
import { isProgram, onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';

/** Where macOS has it. */
const APPLICATION = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** Firefox as a distribution has it, or the one that BOUGH_TEST_FIREFOX names; whoever needs it runs it. */
export const firefox: Server<ProgramRunning> = {
  name: 'firefox',
  find,
  install: async () => {
    if (mayUseApt()) return aptInstall('firefox-esr');
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<ProgramRunning> {
  const executable =
    process.env['BOUGH_TEST_FIREFOX'] ??
    onPath('firefox-esr') ??
    onPath('firefox') ??
    (isProgram(APPLICATION) ? APPLICATION : null);
  if (executable === null) {
    const howTo = 'Install Firefox (Debian: apt-get install firefox-esr), or name it in BOUGH_TEST_FIREFOX.';
    return { kind: 'missing', why: 'Neither firefox-esr nor firefox is on PATH.', howTo };
  }
  const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
  return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
}
