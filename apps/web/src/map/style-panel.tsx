import type { Editor, EditorSnapshot } from '@bough/editor';
import { AlignCenter, AlignLeft, AlignRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../words/index.ts';
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
  const { style } = words.panel;
  const close = () => {
    onClose();
    editor.focus();
  };
  if (focused === null) return null;
  return (
    <Popover at={at} label={style.title} onClose={close}>
      <Row name={style.shape}>
        {SHAPES.map((shape) => (
          <Choice
            key={shape}
            name={style.shapeName[shape]}
            isChosen={focused.shape === shape}
            onChoose={() => editor.setFields({ shape: focused.shape === shape ? null : shape })}
          >
            <span className="shape-sample" data-shape={shape} />
          </Choice>
        ))}
      </Row>
      <Row name={style.line}>
        {LINES.map((line) => (
          <Choice
            key={line}
            name={style.lineName[line]}
            isChosen={focused.lineStyle === line}
            onChoose={() => editor.setFields({ lineStyle: focused.lineStyle === line ? null : line })}
          >
            <span className="line-sample" data-line={line} />
          </Choice>
        ))}
      </Row>
      <Row name={style.align}>
        {ALIGNS.map(([align, Icon]) => (
          <Choice
            key={align}
            name={style.alignName[align]}
            isChosen={focused.align === align}
            onChoose={() => editor.setFields({ align: focused.align === align ? null : align })}
          >
            <Icon size={17} strokeWidth={1.5} />
          </Choice>
        ))}
      </Row>
      <Row name={style.size}>
        {SIZES.map((size, index) => (
          <Choice
            key={String(size)}
            name={style.sizeName[index] ?? ''}
            isChosen={focused.size === size}
            onChoose={() => editor.setFields({ size })}
          >
            <span className="size-sample" data-size={index}>
              A
            </span>
          </Choice>
        ))}
      </Row>
    </Popover>
  );
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
  readonly children: ReactNode;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className="button icon"
      aria-label={name}
      title={name}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
