import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiRoutes, type Method } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import express, { type Express, type RequestHandler } from 'express';
import { afterAll, expect, test } from 'vitest';
import { PAGE_ROUTES } from '../features/page/serve-page.ts';
import { RouteTree } from './route-tree.ts';

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
const routes: readonly (readonly [Method, string])[] = [
  // Of two that fit, the one with the word.
  ['GET', '/api/maps/trash-of/:person'],
  ...Object.values(gatewayRoutes).map(({ method, path }) => [method, path] as const),
  ...Object.values(apiRoutes).map(({ route: { method, path } }) => [method, path] as const),
  ...PAGE_ROUTES.map((path) => ['GET', path] as const),
];
const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

/** Answers which route it was, and what the route's names are. */
function step(path: string): RequestHandler {
  return (req, res, next) => {
    if (req.query['on'] === path) next();
    else res.json([req.method, path, req.params]);
  };
}

async function serve(app: Express): Promise<string> {
  app.use((_req, res) => void res.status(404).json('nothing'));
  app.use(((_failure, _req, res, _next) => void res.status(400).json('malformed')) as express.ErrorRequestHandler);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('[GW-107] the tree finds what Express finds in a row, in any case, with and without a slash, and whatever is in a name', async () => {
  const [row, treed, tree] = [express(), express(), new RouteTree()];
  for (const [method, path] of routes) {
    row[METHODS[method]](path, step(path));
    tree.add(method, path, step(path));
  }
  treed.use(tree.handler());
  const [rowUrl, treeUrl] = [await serve(row), await serve(treed)];
  const named = (path: string, name: string): string => path.replaceAll(/:\w+/g, name);
  const asked = routes.flatMap(([method, path]) => {
    const plain = named(path, 'aB-1');
    const odd = [named(path, '%2F%41'), named(path, '%zz'), named(path, ':'), named(path, ''), named(path, 'trash-of')];
    const forms = [plain, plain.toUpperCase(), `${plain}/`, `${plain}//`, `${plain}/more`, `/${plain}`, ...odd];
    return [...forms, `${plain}?on=${path}`].map((form) => [method, form] as const);
  });
  let found = 0;
  for (const [method, path] of asked) {
    const ask = async (url: string): Promise<unknown> => await (await fetch(`${url}${path}`, { method })).json();
    const [fromRow, fromTree] = [await ask(rowUrl), await ask(treeUrl)];
    expect([method, path, fromTree]).toEqual([method, path, fromRow]);
    if (Array.isArray(fromTree)) found++;
  }
  expect(found).toBeGreaterThan(routes.length * 3);
});
