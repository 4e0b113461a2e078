import type { FolderFacts } from '@bough/contracts';
import { useState } from 'react';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { FormWays } from '../../shell/controls/form-ways.tsx';
import { language } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { folderRows } from './folder-rows.ts';

interface MoveDialogProps {
  readonly title: string;
  /** Where it is now. */
  readonly from: string | null;
  readonly may: (target: FolderFacts | null) => boolean;
  readonly onMove: (target: FolderFacts | null) => void;
  readonly onClose: () => void;
}

/** Chooses a folder: for those who do not drag. */
export function MoveDialog({ title, from, may, onMove, onClose }: MoveDialogProps) {
  const { state } = useAtHome();
  const [target, setTarget] = useState(from);
  const all = new Set(state.folders.map((folder) => folder.id));
  const rows = folderRows(state.folders, all, language);
  const chosen = state.folders.find((folder) => folder.id === target) ?? null;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          if (target !== from) onMove(chosen);
        }}
      >
        <div className="choices" role="radiogroup" aria-label={homeWords().folders}>
          <Choice
            text={homeWords().noFolder}
            level={1}
            isOn={target === null}
            may={may(null)}
            onChoose={() => setTarget(null)}
          />
          {rows.map(({ folder, level }) => (
            <Choice
              key={folder.id}
              text={folder.name}
              level={level}
              isOn={target === folder.id}
              may={may(folder)}
              onChoose={() => setTarget(folder.id)}
            />
          ))}
        </div>
        <FormWays act={homeWords().moveHere} isHeld={target === from} onOther={onClose} />
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly level: number;
  readonly isOn: boolean;
  readonly may: boolean;
  readonly onChoose: () => void;
}

function Choice({ text, level, isOn, may, onChoose }: ChoiceProps) {
  return (
    <label className="choice" data-level={Math.min(level, 6)}>
      <input
        type="radio"
        name="target"
        checked={isOn}
        disabled={!may && !isOn}
        data-first={isOn || undefined}
        onChange={onChoose}
      />
      <span>{text}</span>
    </label>
  );
}
