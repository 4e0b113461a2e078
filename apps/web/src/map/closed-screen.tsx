import type { MapStatus } from '@bough/editor';
import { Notice } from '../shell/notice.tsx';
import { words } from '../words/index.ts';

type ClosedStatus = Extract<MapStatus, { readonly kind: 'closed' }>;

/** The map takes no more work: why, and that nothing is lost. */
export function ClosedScreen({ status }: { readonly status: ClosedStatus }) {
  switch (status.reason) {
    case 'absent':
      return <Notice title={words.map.absentTitle} text={words.map.absentText} />;
    case 'denied':
      return <Notice title={words.map.deniedTitle} text={words.map.deniedText} />;
  }
}
