import { beforeAll, expect, test } from 'vitest';
import { GatewayFailure } from '../../failure.ts';
import { LIMITS } from '../../limits/rate-limits.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/zip.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer', 'exporter']);
  gateway = await world.start();
  return world.end;
});

const MM = Buffer.from(
  '<map version="1.0.1"><node TEXT="Harvest"><node TEXT="apples"/><node TEXT="pears"/></node></map>',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const program = async (): Promise<Program> => await Program.of(await newAccount(world, gateway));

test('[GW-445] a program posts a file, and has its map and what there is to know about it', async () => {
  const asker = await program();
  const folder = (await asker.ask('POST', '/folders', { name: 'Brought along' })).json.id;
  const { status, json } = await asker.ask('POST', `/imports?name=plan.mm&folder=${folder}`, new Uint8Array(MM));
  expect([status, json.others]).toEqual([200, []]);
  expect(json.files).toEqual([
    {
      ...{ name: 'plan.mm', map: expect.any(String), title: 'Harvest', problem: null },
      ...{ images: { kept: 0, missing: [] }, report: { tally: expect.objectContaining({ items: 3 }), notes: [] } },
    },
  ]);
  const [{ map }] = json.files;
  expect((await asker.ask('GET', `/maps/${map}`)).json).toMatchObject({ title: 'Harvest', role: 'own', folder });
  expect((await asker.ask('GET', `/maps/${map}/export/outline`)).text).toBe('Harvest\n\tapples\n\tpears\n');
  expect((await asker.ask('GET', '/search?q=pears')).json.results).toHaveLength(1);
});

/** An XMind file whose topics show these images. */
function pictured(images: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const attached = Object.keys(images).map((name, n) => ({ id: `t${n}`, title: name, image: { src: `xap:${name}` } }));
  const sheet = { title: 'Sheet', rootTopic: { id: 'r', title: 'Pictures', children: { attached } } };
  return zipOf({ 'content.json': bytesOf(JSON.stringify([sheet])), ...images });
}

test('[GW-445] images come along; one that is not taken is named with its item and the reason', async () => {
  const asker = await program();
  const file = pictured({
    'a.gif': new Uint8Array(GIF),
    'b.svg': bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  const { json } = await asker.ask('POST', '/imports?name=p.xmind', file);
  const [{ map, images }] = json.files;
  expect(images).toEqual({ kept: 1, missing: [{ name: 'b.svg', of: 'b.svg', why: 'docstore/no-image' }] });
  const { text } = await asker.ask('GET', `/maps/${map}/document`);
  expect(text.match(/asset:[0-9a-f]{64}/g)).toHaveLength(1);
  const zip = (await asker.ask('GET', `/maps/${map}/export/mm`)).bytes;
  expect(zip.toString('latin1')).toMatch(/images\/[0-9a-f]{64}\.\w+/);
});

test('[GW-446] of an archive each file becomes a map; what was wrong with one is told, and the others are made', async () => {
  const asker = await program();
  const zip = zipOf({
    'a.mm': new Uint8Array(MM),
    'b.opml': bytesOf('<opml'),
    'c.md': bytesOf('# C\n\n- d'),
    'e.jpg': bytesOf('e'),
  });
  const { status, json } = await asker.ask('POST', '/imports?name=all.zip', zip);
  expect([status, json.others]).toEqual([200, ['e.jpg']]);
  expect(json.files.map(({ name, title }: { name: string; title: string }) => [name, title])).toEqual([
    ['a.mm', 'Harvest'],
    ['b.opml', ''],
    ['c.md', 'C'],
  ]);
  expect(json.files[1]).toMatchObject({ map: null, problem: { kind: 'invalid', code: 'gateway/unreadable-file' } });
  expect((await asker.ask('GET', '/maps')).json.maps).toHaveLength(2);
});

test('[GW-446] where nothing is made the request says why, in words about the file', async () => {
  const asker = await program();
  for (const file of [
    bytesOf('\0\0\0'),
    bytesOf('%PDF-1.7'),
    zipOf({ 'a.mm': bytesOf('<html'), 'b.mm': bytesOf('\0') }),
  ]) {
    const { status, json } = await asker.ask('POST', '/imports?name=x.mm', file);
    expect([status, json.code]).toEqual([400, 'gateway/unreadable-file']);
    expect(json.message).toMatch(/^\S+: [A-Z].+\.$/);
  }
  expect((await asker.ask('POST', '/imports?name=x.mm', new Uint8Array())).json.message).toBe(
    'x.mm: The file is empty.',
  );
  expect((await asker.ask('POST', '/imports', new Uint8Array(MM))).status).toBe(400);
  const folder = 'AYvP5WgAcUS6bLNdmUg0Fw';
  expect((await asker.ask('POST', `/imports?name=x.mm&folder=${folder}`, new Uint8Array(MM))).status).toBe(404);
  expect((await asker.ask('GET', '/maps')).json.maps).toEqual([]);
});

test('[GW-447] it asks for the scope that writes, is done once for each key, and counts with imports alone', async () => {
  const browser = await newAccount(world, gateway);
  const reader = await Program.of(browser, ['maps:read']);
  const asker = await Program.of(browser);
  expect((await reader.ask('POST', '/imports?name=a.mm', new Uint8Array(MM))).json.code).toBe('gateway/scope');
  const again = () => asker.ask('POST', '/imports?name=a.mm', new Uint8Array(MM), { 'idempotency-key': 'one' });
  const [first, second] = [await again(), await again()];
  expect([second.json, second.headers['idempotent-replayed']]).toEqual([first.json, 'true']);
  const other = asker.ask('POST', '/imports?name=a.mm', bytesOf('# other'), { 'idempotency-key': 'one' });
  expect((await other).json.code).toBe('gateway/key-reused');
  expect((await asker.ask('GET', '/maps')).json.maps).toHaveLength(1);
});

test('[GW-447] each map of an archive counts; those beyond the limit are told, and other maps are made as ever', async () => {
  // A tenth of all limits: fifty maps, and one more every seventy seconds.
  const strict = await world.start({ limitsFactor: 0.1 });
  const asker = await Program.of(await newAccount(world, strict));
  const { burst } = LIMITS['imported maps by person'];
  const many = Object.fromEntries(Array.from({ length: burst / 10 + 20 }, (_, n) => [`${n}.md`, bytesOf(`# ${n}`)]));
  const { json } = await asker.ask('POST', '/imports?name=many.zip', zipOf(many));
  const late = json.files.filter(({ problem }: { problem: unknown }) => problem !== null);
  expect(late.length).toBeGreaterThan(15);
  expect(late.length).toBeLessThan(21);
  for (const { problem } of late) expect(problem.code).toBe('gateway/too-many');
  const refused = await asker.ask('POST', '/imports?name=a.mm', new Uint8Array(MM));
  expect([refused.status, refused.json.code]).toEqual([429, 'gateway/too-many']);
  expect(Number(refused.headers['retry-after'])).toBeLessThan(74);
  expect((await asker.ask('POST', '/maps', { title: 'Made' })).status).toBe(200);
});

test('[GW-446] a map that cannot be whole is told and removed, and nobody ever saw it', async () => {
  const tried: Parameters<World['metadata']['addMap']>[] = [];
  const metadata = new Proxy(world.metadata, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'addMap') return typeof value === 'function' ? value.bind(target) : value;
      return async (...given: Parameters<World['metadata']['addMap']>) => {
        tried.push(given);
        throw new GatewayFailure('metadata', 'the metadata database does not answer');
      };
    },
  });
  const careless = await world.start({}, metadata);
  const asker = await Program.of(await newAccount(world, careless));
  const refused = await asker.ask('POST', '/imports?name=a.mm', new Uint8Array(MM));
  expect([refused.status, refused.json.code]).toEqual([503, 'gateway/metadata']);
  expect((await asker.ask('GET', '/maps')).json.maps).toEqual([]);
  // Were it on the list, there would be nothing behind it.
  for (const given of tried) await world.metadata.addMap(...given);
  const [{ id }] = (await asker.ask('GET', '/maps')).json.maps;
  expect((await asker.ask('GET', `/maps/${id}/document`)).status).toBe(404);
});
