import type { MapStatus } from '@bough/editor';
import { Notice } from '../shell/messages/notice.tsx';
import { words } from '../words/index.ts';
import { noticeWords } from '../words/screens/notice-words.ts';

type ClosedStatus = Extract<MapStatus, { readonly kind: 'closed' }>;

interface ClosedScreenProps {
  readonly status: ClosedStatus;
  /** Whether the map was open here before. */
  readonly hadAccess: boolean;
}

/** The map takes no more work: why, what was saved, and what to do. */
export function ClosedScreen({ status, hadAccess }: ClosedScreenProps) {
  if (hadAccess) return <Notice title={noticeWords().endedTitle} text={noticeWords().endedText(status.unsent)} />;
  switch (status.reason) {
    case 'absent':
      return <Notice title={noticeWords().absentTitle} text={noticeWords().absentText} />;
    case 'denied':
      return <Notice title={words.map.deniedTitle} text={words.map.deniedText} />;
  }
}
