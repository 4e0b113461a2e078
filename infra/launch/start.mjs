// npm start: Bough on this machine, all of it, from nothing but Node 20 and npm.
//   PORT (8080) is the page's, BOUGH_DATA (./data) the one folder in which everything lives. `npm start -- --version` says which Bough it is.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { takeConfig } from './config-file.mjs';
import { forgetRunning, mustBeOurs, openDataFolder, tellRunning } from './data-folder.mjs';
import { ensurePage } from './page.mjs';
import { freePortNear, Service } from './services.mjs';
import { Unmet } from './outside.mjs';
import { cacheFolder, ensureToolchain, orSayWhy, root } from './toolchain.mjs';

const say = (line) => console.log(line);

function portSetting() {
  const text = process.env.PORT || '8080';
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Unmet(`PORT is "${text}", which is no port: give a number from 1 to 65535.`);
}

function whyNotFree({ code, message }, port, host) {
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Choose another: PORT=8081 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `BOUGH_HOST is "${host}", which is no address of this machine: give one, or 0.0.0.0 for all of them.`;
  return `Port ${port} cannot be used (${message}). Choose another: PORT=8081 npm start`;
}

function mustBeFree(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      reject(new Unmet(whyNotFree(error, port, host)));
    });
    server.listen(port, host, () => server.close(resolve));
  });
}

/** The settings of each service: what this machine's environment says goes before what is chosen here. */
async function settingsOf(toolchain, data, port) {
  const docstorePort = await freePortNear(port + 1);
  const mailerPort = await freePortNear(port + 2);
  const exporterPort = await freePortNear(port + 3);
  const environment = Object.entries(toolchain.env).filter(([name]) => !name.startsWith('BOUGH_TEST_'));
  const common = {
    NODE_COMPILE_CACHE: `${cacheFolder()}/compiled`,
    BOUGH_DOCSTORE_URL: `http://127.0.0.1:${docstorePort}`,
    BOUGH_MAILER_URL: `http://127.0.0.1:${mailerPort}`,
    BOUGH_EXPORTER_URL: `http://127.0.0.1:${exporterPort}`,
    BOUGH_PUBLIC_URL: `http://localhost:${port}`,
    ...data.secretFiles,
    ...Object.fromEntries(environment),
    BOUGH_DATA: data.folder,
    BOUGH_STOP_WITH_STDIN: 'true',
  };
  return {
    docstore: { ...common, PORT: String(docstorePort), BOUGH_HOST: '127.0.0.1' },
    mailer: { ...common, PORT: String(mailerPort), BOUGH_HOST: '127.0.0.1' },
    exporter: { ...common, PORT: String(exporterPort), BOUGH_HOST: '127.0.0.1' },
    gateway: { ...common, PORT: String(port) },
  };
}

async function start() {
  takeConfig();
  const port = portSetting();
  const data = openDataFolder();
  await mustBeOurs(data);
  await mustBeFree(port, process.env.BOUGH_HOST || '127.0.0.1');
  const toolchain = await ensureToolchain(say);
  await ensurePage(toolchain, say);
  const settings = await settingsOf(toolchain, data, port);
  const services = Object.entries(settings).map(
    ([name, env]) => new Service(name, { node: toolchain.node, env, logs: data.logs, say }),
  );
  stopOnSignal(services, data);
  try {
    await Promise.all(services.map((service) => service.start()));
  } catch (error) {
    await Promise.all(services.map((service) => service.drain()));
    throw error;
  }
  const tell = () => tellRunning(data, port, services);
  for (const service of services) service.watch(tell);
  tell();
  say(`\nBough is ready: ${settings.gateway.BOUGH_PUBLIC_URL}\n`);
  const setUp = join(data.folder, 'set-up-link');
  if (existsSync(setUp)) {
    const isClosed = settings.gateway.BOUGH_REGISTRATION === 'closed';
    const first = isClosed ? 'Add yourself with `npm run bough -- add-person ADDRESS`, sign in' : 'Sign in';
    say(`It has no owner yet. ${first}, then open ${readFileSync(setUp, 'utf8').trim()}`);
  }
  say(`Everything is kept in ${data.folder}. Ctrl-C stops it.`);
  tellSystemd();
}

/** Where systemd waits for it (Type=notify), it is told that Bough is ready. */
function tellSystemd() {
  if (!process.env.NOTIFY_SOCKET) return;
  const told = spawn('systemd-notify', ['--ready'], { stdio: 'inherit' });
  told.on('error', (error) => say(`systemd could not be told that Bough is ready: ${error.message}.`));
}

function stopOnSignal(services, data) {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    say('\nStopping: finishing what was accepted ...');
    for (const service of services) service.letGo();
    const gateway = services.find((service) => service.name === 'gateway');
    await gateway?.drain();
    await Promise.all(services.map((service) => service.drain()));
    forgetRunning(data);
    say('Stopped. Everything is kept.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
}

/** What was given to it, of which it takes one word only. */
function sayVersion(words) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (words.length === 1 && words[0] === '--version') return say(`Bough ${version}`);
  console.error(
    `npm start takes no ${words.join(' ')}: settings come from the environment (docs/settings.md). It takes --version.`,
  );
  process.exitCode = 2;
}

const words = process.argv.slice(2);
if (words.length > 0) sayVersion(words);
else await orSayWhy(start);
