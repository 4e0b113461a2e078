import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backup } from '../../testing/backup.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { Drawer } from '../../testing/visitors/drawer.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Docstore goes back to an older copy of its folder while people have the map open: a restored backup. What the copy lacks is in the
// browsers of its authors alone, and comes from there; the gateway goes on running, and knows nothing of it.

const LONG_MS = 90_000;
const PATIENCE_MS = 30_000;

let world: World;
let gateway: RunningGateway;
let drawers: Drawer[] = [];
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
});
afterEach(() => {
  for (const drawer of drawers) drawer.stop();
  drawers = [];
});
afterAll(async () => await world.end());

class Stage {
  readonly owner: Browser;
  readonly map: string;
  readonly #secret: string;

  private constructor(owner: Browser, map: string, secret: string) {
    this.owner = owner;
    this.map = map;
    this.#secret = secret;
  }

  /** A map that others may edit. */
  static async set(): Promise<Stage> {
    const owner = await Browser.guest(gateway);
    const { json: map } = await owner.must('POST', '/api/maps', { title: 'Restored', folder: null });
    const asked = { role: 'edit', needsSignIn: false, mayCopy: true, expiresAt: null };
    const { json: link } = await owner.must('POST', `/api/maps/${map.id}/links`, asked);
    return new Stage(owner, map.id, link.secret);
  }

  /** Somebody else, who is up to date. */
  async enters(): Promise<Drawer> {
    const browser = await Browser.guest(gateway);
    await browser.join(this.#secret);
    const drawer = new Drawer(browser, this.map, (await browser.person()).id);
    drawers.push(drawer);
    drawer.start();
    await until(() => drawer.isLive, PATIENCE_MS);
    return drawer;
  }

  /** Everybody has the same map, which is what the log says, and nothing is twice or missing. */
  async mustAgree(): Promise<void> {
    const isDone = ({ client }: Drawer): boolean => client.status.kind === 'live' && client.status.unsent === 0;
    await until(() => drawers.every(isDone), PATIENCE_MS);
    const last = async (): Promise<number> => {
      const { headers } = await this.owner.must('GET', `/api/maps/${this.map}/document`);
      return Number(headers['bough-seq']);
    };
    await until(async () => drawers.every(({ client }) => client.seq === drawers[0]?.client.seq), PATIENCE_MS);
    expect(drawers[0]?.client.seq).toBe(await last());
    expect(new Set(drawers.map(({ hash }) => hash)).size).toBe(1);
    expect(new Set(drawers.map(({ client }) => client.order.lineage)).size).toBe(1);
    const { json } = await this.owner.must('GET', `/api/maps/${this.map}/changes?from=1&to=500`);
    const names = (json.changes as { client: string; counter: number }[]).map((one) => `${one.client} ${one.counter}`);
    expect(new Set(names).size).toBe(names.length);
    for (const drawer of drawers) {
      expect(drawer.wrongs).toEqual([]);
      expect(drawer.client.refused).toEqual([]);
      for (const item of drawer.kept) expect(drawers[0]?.client.map.items.has(item)).toBe(true);
    }
  }
}

async function draws(drawer: Drawer, count: number): Promise<void> {
  const kept = drawer.kept.size + count;
  for (let n = 0; n < count; n++) drawer.draw(`item ${n}`);
  await until(() => drawer.kept.size === kept, PATIENCE_MS);
}

test(
  '[GW-170] what a restored backup lacks comes back with its author, after others have gone on; nothing is twice',
  async () => {
    const stage = await Stage.set();
    const ann = await stage.enters();
    await draws(ann, 4);
    const { restore } = await backup(world.docstores[0] ?? never());
    const before = ann.client.seq;
    await draws(ann, 5);
    expect(ann.client.seq).toBe(before + 5);
    ann.setOffline(true);
    await until(() => ann.client.status.kind === 'offline', PATIENCE_MS);
    await restore();
    const bob = await stage.enters();
    expect(bob.client.seq).toBe(before);
    await draws(bob, 10);
    expect(bob.client.seq).toBe(before + 10);
    ann.setOffline(false);
    await until(() => ann.client.seq > before + 10, PATIENCE_MS);
    await stage.mustAgree();
    expect(bob.client.seq).toBe(before + 15);
    expect([ann.kept.size, bob.client.map.items.size]).toEqual([9, 20]);
  },
  LONG_MS,
);

test(
  '[GW-170] a gateway that went on running hands no lost change to anybody, and takes edits as before',
  async () => {
    const stage = await Stage.set();
    const [ann, cay] = [await stage.enters(), await stage.enters()];
    await draws(ann, 3);
    await draws(cay, 3);
    const { restore } = await backup(world.docstores[0] ?? never());
    const before = Math.max(ann.client.seq, cay.client.seq);
    await draws(ann, 3);
    await draws(cay, 4);
    // Of somebody who is gone for good nothing comes back.
    const dan = await stage.enters();
    await draws(dan, 2);
    const lost = [...dan.kept];
    dan.stop();
    drawers = drawers.filter((one) => one !== dan);
    await until(() => ann.client.seq === before + 9 && cay.client.seq === before + 9, PATIENCE_MS);
    await restore();
    const eve = await stage.enters();
    await draws(eve, 2);
    // While they take the map anew nobody can draw.
    await until(() => ann.isLive && cay.isLive, PATIENCE_MS);
    ann.draw('one more');
    cay.draw('one more');
    await stage.mustAgree();
    for (const item of lost) expect(eve.client.map.items.has(item)).toBe(false);
    expect(eve.client.seq).toBe(before + 3 + 4 + 2 + 2);
  },
  LONG_MS,
);

test(
  '[GW-449] after which number the order was renewed is told to who may read the past',
  async () => {
    const stage = await Stage.set();
    const renewals = async (): Promise<unknown> =>
      (await stage.owner.must('GET', `/api/maps/${stage.map}/renewals`)).json;
    const ann = await stage.enters();
    await draws(ann, 2);
    expect(await renewals()).toEqual({ after: [] });
    const { restore } = await backup(world.docstores[0] ?? never());
    const before = ann.client.seq;
    await draws(ann, 3);
    await restore();
    await until(() => ann.isLive && ann.client.seq === before + 3, PATIENCE_MS);
    expect(await renewals()).toEqual({ after: [before] });
  },
  LONG_MS,
);

function never(): never {
  throw new Error('it is there');
}
