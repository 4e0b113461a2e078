import type { Editor, EditorSnapshot } from '@bough/editor';
import { ArrowLeftRight, ArrowRight, type LucideIcon, Minus, Spline, Trash2 } from 'lucide-react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { canEdit } from '../role.ts';
import { useDraft } from '../editor/use-draft.ts';

const NEXT = { none: 'end', end: 'both', both: 'none' } as const;
const ICONS = { none: Minus, end: ArrowRight, both: ArrowLeftRight } as const;

/** What one can do with the selected link: its label, its direction, straight again, away. */
export function LinkBar({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { link, linkAt } = snapshot;
  if (link === null || linkAt === null || !canEdit(snapshot)) return null;
  const { link: said } = sheetWords();
  const left = Math.max(8, Math.min(linkAt.x - 150, innerWidth - 308));
  const top = Math.max(60, Math.min(linkAt.y + 14, innerHeight - 56));
  return (
    <div className="item-bar link-bar" role="toolbar" aria-label={said.bar} style={{ left, top }}>
      <LabelField key={link.id} editor={editor} link={link} />
      <Action
        name={`${said.direction}: ${said.directionName[link.arrow]}`}
        Icon={ICONS[link.arrow]}
        onPress={() => editor.setLink(link.id, { arrow: NEXT[link.arrow] })}
      />
      <Action
        name={said.straighten}
        Icon={Spline}
        isDisabled={link.points.length === 0}
        // Then there is nothing to straighten, and what cannot be pressed has no keys.
        onPress={() => {
          editor.setLink(link.id, { points: [] });
          editor.focus();
        }}
      />
      <Action
        name={said.remove}
        Icon={Trash2}
        onPress={() => {
          editor.removeLink(link.id);
          editor.focus();
        }}
      />
    </div>
  );
}

interface ActionProps {
  readonly name: string;
  readonly Icon: LucideIcon;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function Action({ name, Icon, isDisabled = false, onPress }: ActionProps) {
  return (
    <IconButton name={name} isDisabled={isDisabled} onPress={onPress}>
      <Icon size={17} strokeWidth={1.5} />
    </IconButton>
  );
}

interface LabelFieldProps {
  readonly editor: Editor;
  readonly link: NonNullable<EditorSnapshot['link']>;
}

function LabelField({ editor, link }: LabelFieldProps) {
  const { link: said } = sheetWords();
  const [label, type] = useDraft(link.label, (next) => editor.setLink(link.id, { label: next }));
  return (
    <input
      className="field"
      aria-label={said.label}
      placeholder={said.label}
      maxLength={200}
      value={label}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault();
          editor.selectLink(null);
          editor.focus();
        }
      }}
    />
  );
}
