import { gatewayRoutes } from '@bough/contracts/gateway';
import { callUnsafe } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { accountPageWords } from '../words/screens/account-page-words.ts';

/** Whether mails about invitations and comments are wanted: the same answer as the link in each of them gives. */
export function MailWish() {
  const [loaded, again, set] = useAnswer(gatewayRoutes.mailWish, {});
  const { isBusy, trouble, run } = useTask();
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={accountPageWords().mailWishFailed} onRetry={again} />;
  }
  const turn = async (isWanted: boolean) => {
    if ((await run(() => callUnsafe(gatewayRoutes.setMailWish, {}, { isWanted }))) !== null) set({ isWanted });
  };
  return (
    <>
      <Check
        text={accountPageWords().mailWish}
        isOn={loaded.value.isWanted}
        isDisabled={isBusy}
        onTurn={(isWanted) => void turn(isWanted)}
      />
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </>
  );
}
