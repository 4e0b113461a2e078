import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { runningPorts } from './running-ports.ts';

test('[DOC-242] doctor asks mailer and page where npm start has them, as its note in the data folder says', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-running-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const server = createServer((_request, response) => response.end('ready'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(join(data, 'running.json'), JSON.stringify({ port: 1, ports: { mailer: port } }));
  const settings = { BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first'), BOUGH_PUBLIC_URL: 'http://127.0.0.1:1' };
  const { said } = await runProgram('commands', ['doctor'], settings);
  expect(said).toContain('mail: mailer is ready');
  const elsewhere = await runProgram('commands', ['doctor'], { ...settings, BOUGH_MAILER_URL: 'http://127.0.0.1:1' });
  expect(elsewhere.said).toContain('mailer cannot be asked at http://127.0.0.1:1 ');
  // The page too, where nothing says that people open it by another address.
  writeFileSync(join(data, 'running.json'), JSON.stringify({ port: 1, ports: { mailer: port, gateway: port } }));
  const { BOUGH_DATA, BOUGH_BLOBS_KEYS } = settings;
  const page = await runProgram('commands', ['doctor'], { BOUGH_DATA, BOUGH_BLOBS_KEYS });
  expect(page.said).not.toContain('http://localhost:8080');
  expect(page.said).not.toContain('nothing answers');
  const given = await runProgram('commands', ['doctor'], settings);
  expect(given.said).toContain('nothing answers at http://127.0.0.1:1 ');
  writeFileSync(join(data, 'running.json'), '{"ports":');
  expect(runningPorts(data)).toEqual(new Map());
});
