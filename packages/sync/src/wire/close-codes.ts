import type { Bye } from './frames.ts';

/**
 * The close code of RFC 6455 (and its registry) for a goodbye: 1008 to who broke a rule or has nothing to look for here, 1012 and 1013 to who
 * may come back as they are, 1000 to who may once they have fetched the document.
 */
export function closeCodeOf(reason: Bye['reason']): number {
  switch (reason) {
    case 'restart':
      return 1012;
    case 'too-slow':
    case 'too-fast':
      return 1013;
    case 'refetch':
      return 1000;
    case 'denied':
    case 'absent':
    case 'version':
    case 'malformed':
      return 1008;
  }
}
