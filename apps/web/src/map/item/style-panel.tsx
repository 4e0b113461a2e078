import type { Editor, EditorSnapshot } from '@bough/editor';
import { AlignCenter, AlignLeft, AlignRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../shell/icon-button.tsx';
import { words } from '../../words/index.ts';
import { Popover } from './popover.tsx';

interface StylePanelProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const SHAPES = ['none', 'pill', 'box', 'ellipse', 'diamond', 'parallelogram'] as const;
const LINES = ['solid', 'dashed', 'dotted'] as const;
const SIZES = [0.8, null, 1.3, 1.7] as const;
const ALIGNS: readonly (readonly ['start' | 'middle' | 'end', LucideIcon])[] = [
  ['start', AlignLeft],
  ['middle', AlignCenter],
  ['end', AlignRight],
];

/** How the selected items look: the shape around their words, their branch line, how their words stand, how large. */
export function StylePanel({ editor, snapshot, at, onClose }: StylePanelProps) {
  const { focused } = snapshot;
  if (focused === null) return null;
  const close = () => {
    onClose();
    editor.focus();
  };
  return (
    <Popover at={at} label={words.panel.style.title} onClose={close}>
      {rowsOf(editor, focused).map(({ name, choices }) => (
        <Row key={name} name={name}>
          {choices.map((choice) => (
            <Choice key={choice.name} {...choice} />
          ))}
        </Row>
      ))}
    </Popover>
  );
}

/** Every choice; one that is chosen already goes back to what the layout would do. */
function rowsOf(editor: Editor, { parent, shape, lineStyle, align, size }: NonNullable<EditorSnapshot['focused']>) {
  const { style } = words.panel;
  const seenShape = shape ?? (parent === null ? 'pill' : 'none');
  const seenLine = lineStyle ?? 'solid';
  return [
    {
      name: style.shape,
      choices: SHAPES.map((one) => ({
        name: style.shapeName[one],
        isChosen: seenShape === one,
        onChoose: () => editor.setFields({ shape: seenShape === one ? null : one }),
        sample: <span className="shape-sample" data-shape={one} />,
      })),
    },
    {
      name: style.line,
      choices: LINES.map((one) => ({
        name: style.lineName[one],
        isChosen: seenLine === one,
        onChoose: () => editor.setFields({ lineStyle: seenLine === one ? null : one }),
        sample: <span className="line-sample" data-line={one} />,
      })),
    },
    {
      name: style.align,
      choices: ALIGNS.map(([one, Icon]) => ({
        name: style.alignName[one],
        isChosen: align === one,
        onChoose: () => editor.setFields({ align: align === one ? null : one }),
        sample: <Icon size={17} strokeWidth={1.5} />,
      })),
    },
    {
      name: style.size,
      choices: SIZES.map((one, index) => ({
        name: style.sizeName[index] ?? '',
        isChosen: size === one,
        onChoose: () => editor.setFields({ size: one }),
        sample: (
          <span className="size-sample" data-size={index}>
            A
          </span>
        ),
      })),
    },
  ];
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="style-row" role="group" aria-label={name}>
      <span>{name}</span>
      <span className="style-choices">{children}</span>
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly sample: ReactNode;
}

function Choice({ name, isChosen, onChoose, sample }: ChoiceProps) {
  return (
    <IconButton name={name} isChosen={isChosen} onPress={onChoose}>
      {sample}
    </IconButton>
  );
}
