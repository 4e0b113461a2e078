import { lookup, Resolver } from 'node:dns/promises';

// Where the instances of a service come and go, one name stands for all of them, and DNS says which there are:
//
//   srv+http://_http._tcp.docstore.bough.svc.cluster.local   the names and ports of SRV records, as a headless service of Kubernetes has them
//   dns+http://docstore:8081                                 all addresses of the name, as a scaled service of compose has them

const SRV = 'srv+http:';
const DNS = 'dns+http:';
const LOOK_UP_MS = 5_000;

/** What an address that stands for all instances begins with. */
export const MANY = [SRV, DNS].map((scheme) => `${scheme}//`);

/** The addresses of the instances that there are now, in a fixed order; throws where DNS does not say. */
export async function findInstances(
  address: string,
  resolver: Pick<Resolver, 'resolveSrv'> = new Resolver({ timeout: LOOK_UP_MS, tries: 2 }),
): Promise<readonly string[]> {
  const { protocol, hostname, port } = new URL(address);
  const found =
    protocol === SRV
      ? (await resolver.resolveSrv(hostname)).map((each) => `http://${each.name}:${each.port}`)
      : (await lookup(hostname, { all: true })).map((each) =>
          each.family === 6 ? `http://[${each.address}]:${port}` : `http://${each.address}:${port}`,
        );
  return [...new Set(found)].toSorted();
}
