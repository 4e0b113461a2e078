import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';

/** WebKitGTK's driver, which brings a browser with it, and a screen that nobody sees; whoever needs them runs them. */
export const webkit: Server<ProgramRunning> = {
  name: 'webkit',
  find,
  install: async () => {
    if (mayUseApt()) return aptInstall('webkit2gtk-driver', 'xvfb');
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<ProgramRunning> {
  const executable = onPath('WebKitWebDriver');
  if (executable === null || onPath('Xvfb') === null) {
    const howTo = 'Install both (Debian: apt-get install webkit2gtk-driver xvfb).';
    return { kind: 'missing', why: 'WebKitWebDriver or Xvfb is not on PATH.', howTo };
  }
  const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
  return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
}
