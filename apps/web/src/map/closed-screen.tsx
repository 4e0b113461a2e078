import type { CloseReason } from '@bough/editor';
import { Notice } from '../shell/notice.tsx';
import { words } from '../words/index.ts';

/** The map takes no more work: why, and that nothing is lost. */
export function ClosedScreen({ reason, unsent }: { readonly reason: CloseReason; readonly unsent: number }) {
  switch (reason) {
    case 'absent':
      return <Notice title={words.map.absentTitle} text={words.map.absentText} />;
    case 'denied':
      return <Notice title={words.map.deniedTitle} text={words.map.deniedText} />;
    case 'version':
      return (
        <Notice title={words.map.staleTitle} text={words.map.staleText}>
          <ReloadButton />
        </Notice>
      );
    case 'malformed':
      return (
        <Notice title={words.map.brokenTitle} text={words.map.brokenText(unsent)}>
          <ReloadButton />
        </Notice>
      );
  }
}

function ReloadButton() {
  return (
    <button type="button" className="button primary" onClick={() => location.reload()}>
      {words.map.reload}
    </button>
  );
}
