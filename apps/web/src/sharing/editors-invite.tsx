import type { MapId } from '@bough/base';
import { sharingRoutes } from '@bough/contracts';
import { callUnsafe } from '../api/session.ts';
import { Check } from '../shell/controls/check.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';

interface EditorsInviteProps {
  readonly map: MapId;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

/** Whether those who may edit may invite others. */
export function EditorsInvite({ map, isOn, onTurn }: EditorsInviteProps) {
  const { isBusy, trouble, run } = useTask();
  const turn = async (mayEditorsInvite: boolean) => {
    const done = await run(() => callUnsafe(sharingRoutes.setInviting, { map }, { mayEditorsInvite }));
    if (done !== null) onTurn(mayEditorsInvite);
  };
  return (
    <>
      <Check text={shareWords().mayEditorsInvite} isOn={isOn} isDisabled={isBusy} onTurn={(next) => void turn(next)} />
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </>
  );
}
