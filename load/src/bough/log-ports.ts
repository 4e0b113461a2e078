import type { LogPorts } from '@bough/bloblog';
import { nodeCompression, nodeDigest } from '@bough/blobs';
import { platformClock, platformIds, platformRandom } from '@bough/service';

/** What a log needs of the machine, as docstore has it. */
export const LOG_PORTS: LogPorts = {
  clock: platformClock,
  random: platformRandom,
  ids: platformIds,
  digest: nodeDigest,
  compression: nodeCompression,
};
