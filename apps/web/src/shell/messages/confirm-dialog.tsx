import { words } from '../../words/index.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The way out has the focus. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="form-ways">
        <button
          type="button"
          className="button danger-full"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </button>
        <button type="button" className="button" data-first onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}
