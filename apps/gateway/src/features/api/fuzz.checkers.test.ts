import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiRoutes, type JsonSchema, openApiOf } from '@bough/contracts';
import { describeWith } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld } from '../../testing/world.ts';

const MOST_S = 40;
const EXAMPLES = 8;
/**
 * What an answer may not be. Left out is what a schema cannot say: that ids of things that are not there are refused with 404, that
 * ops are checked further by the map, that a header which is not asked for is passed over.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'ignored_auth',
  'unsupported_method',
];

/** The document with the ids of things that are there, so that what is sent meets more than 404. */
function withIds(document: JsonSchema, ids: Readonly<Record<string, string>>): JsonSchema {
  const text = JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('in' in value) || !('name' in value)) return value;
    const id = value.in === 'path' ? ids[String(value.name)] : undefined;
    return id === undefined ? value : { ...value, schema: { type: 'string', enum: [id] } };
  });
  return JSON.parse(text);
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; said: string }> {
  return await new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said }));
  });
}

describeWith('schemathesis', (schemathesis) => {
  test('[GW-93] whatever its document allows or does not is answered as the document says, and nothing fails', async () => {
    const world = await openWorld(['docstore', 'mailer', 'exporter']);
    onTestFinished(world.end);
    const gateway = await world.start({ limitsFactor: 1_000_000 });
    const browser = await newAccount(world, gateway);
    const program = await Program.of(browser);
    const map = await browser.makeMap('To be fuzzed');
    const folder = (await browser.must('POST', '/api/folders', { name: 'To be fuzzed' })).json;
    const cwd = mkdtempSync(join(tmpdir(), 'bough-fuzz-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    // What ends the map or the folder is fuzzed with ids of nothing.
    const document = withIds(openApiOf(apiRoutes, '1'), { map: map.id, folder: folder.id });
    writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(document));
    const args = [
      'run',
      'openapi.json',
      ...['--url', `http://127.0.0.1:${gateway.port}`],
      ...['--header', `Authorization: Bearer ${program.token}`],
      ...['--checks', CHECKS.join(',')],
      ...['--phases', 'coverage,fuzzing'],
      // How long a drawing takes on a busy machine is for benchmarks to say.
      ...['--request-timeout', '60'],
      ...['--max-examples', String(EXAMPLES), '--max-time', String(MOST_S), '--seed', '7'],
      // Python 3.11 cannot parse in two threads at once ("AST constructor recursion depth mismatch"), and schemathesis does.
      ...['--workers', '1', '--no-shrink', '--warnings', 'off', '--suppress-health-check', 'all'],
      ...[
        '--exclude-operation-id',
        'trashMap',
        '--exclude-operation-id',
        'removeFolder',
        '--exclude-operation-id',
        'leaveMap',
      ],
    ];
    const { code, said } = await run(schemathesis().executable, args, cwd);
    expect(code, said.slice(-20_000)).toBe(0);
    expect(said).toMatch(/\d+ generated|cases/);
  }, 180_000);
});
