import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { type KeyboardEvent, memo } from 'react';
import { words } from '../../words/index.ts';
import { useDraft } from '../editor/use-draft.ts';

type Item = NonNullable<EditorSnapshot['focused']>;

interface OutlineRowProps {
  readonly editor: Editor;
  readonly item: Item;
  readonly level: number;
  readonly isFixed: boolean;
  readonly above: Item['id'] | null;
  readonly below: Item['id'] | null;
  /** The row that should have the keyboard once it is there. */
  readonly onWant: (id: Item['id']) => void;
}

/** One item of the outline: its words are edited where they stand, keys move it and make others. */
export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { editor, item, level, isFixed } = props;
  const [text, type] = useDraft(item.text, (next) => editor.setText(item.id, next));
  return (
    <li style={{ paddingInlineStart: (level - 1) * 18 }}>
      <textarea
        data-item={item.id}
        rows={Math.max(1, text.split('\n').length)}
        aria-label={words.panel.outline.row(level)}
        readOnly={isFixed}
        value={text}
        onFocus={(event) => {
          const { length } = event.currentTarget.value;
          event.currentTarget.setSelectionRange(length, length);
          editor.select([item.id]);
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (!keyDone(event, props)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </li>
  );
}, isSameRow);

function isSameRow(a: OutlineRowProps, b: OutlineRowProps): boolean {
  return (
    a.item === b.item && a.level === b.level && a.isFixed === b.isFixed && a.above === b.above && a.below === b.below
  );
}

function keyDone(event: KeyboardEvent<HTMLTextAreaElement>, props: OutlineRowProps): boolean {
  const { editor, item, above, below, onWant } = props;
  const run = (command: CommandId, then: Item['id'] | null): boolean => {
    editor.select([item.id]);
    if (then !== null) onWant(then);
    editor.run(command);
    return true;
  };
  const isEmpty = item.text === '';
  if (event.altKey && event.key === 'ArrowUp') return run('move-up', item.id);
  if (event.altKey && event.key === 'ArrowDown') return run('move-down', item.id);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z')
    return run(event.shiftKey ? 'redo' : 'undo', null);
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  switch (event.key) {
    case 'Tab':
      return run(event.shiftKey ? 'promote' : 'demote', item.id);
    case 'Enter': {
      if (event.shiftKey) return false;
      editor.select([item.id]);
      const made = editor.addBelow(item.id);
      if (made !== null) onWant(made);
      return true;
    }
    case 'Backspace':
      return isEmpty && above !== null ? run('delete-branch', above) : false;
    case 'ArrowUp':
      return goTo(above, event);
    case 'ArrowDown':
      return goTo(below, event);
    default:
      return false;
  }
}

function goTo(id: Item['id'] | null, event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const field = event.currentTarget;
  // Within words of several lines the arrows belong to the caret.
  if (id === null || (field.value.includes('\n') && !event.ctrlKey)) return false;
  const next = field.closest('ol')?.querySelector<HTMLTextAreaElement>(`[data-item="${id}"]`);
  next?.focus();
  return next !== null && next !== undefined;
}
