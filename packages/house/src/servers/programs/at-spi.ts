import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall, mayUseApt } from '../install/apt.ts';
import { onPath } from '../places.ts';
import type { Found, ProgramRunning, Server } from '../server.ts';

const PACKAGES = ['at-spi2-core', 'dbus-daemon', 'gir1.2-atspi-2.0', 'python3-gi', 'xvfb'];
/** The distribution's own: another Python on PATH has not its packages. */
const PYTHON = '/usr/bin/python3';
const BUS_LAUNCHER = '/usr/libexec/at-spi-bus-launcher';
const ASKS = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi";

/** What a screen reader on Linux stands on: the bus of accessibility, a Python that listens on it, and a screen that nobody sees. */
export const atSpi: Server<ProgramRunning> = {
  name: 'at-spi',
  find,
  install: async () => {
    if (mayUseApt()) return aptInstall(...PACKAGES);
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  },
};

function find(): Found<ProgramRunning> {
  const isThere = ['dbus-run-session', 'Xvfb'].every((name) => onPath(name) !== null) && existsSync(BUS_LAUNCHER);
  if (!isThere || spawnSync(PYTHON, ['-c', ASKS]).status !== 0) {
    const howTo = `Install it (Debian: apt-get install ${PACKAGES.join(' ')}).`;
    return { kind: 'missing', why: 'AT-SPI, its Python or Xvfb is not there.', howTo };
  }
  const running: ProgramRunning = { executable: PYTHON, stop: () => Promise.resolve() };
  return { kind: 'ready', from: PYTHON, start: () => Promise.resolve(running) };
}
