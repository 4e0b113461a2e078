import type { Editor, EditorSnapshot } from '@bough/editor';
import { AlignCenter, AlignLeft, AlignRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { choiceOf, type FieldName, type PanelField, panelWords } from '../../words/screens/field-words.ts';
import { language, words } from '../../words/index.ts';
import { Popover } from './popover.tsx';

interface StylePanelProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const SIZES: readonly (number | null)[] = [0.8, null, 1.3, 1.7];

type Item = NonNullable<EditorSnapshot['focused']>;

/** What the panel offers for a field. */
interface PanelRow<F extends PanelField> {
  /** null among them: what the layout would do. */
  readonly choices: readonly Item[F][];
  /** What is seen now, where nobody has chosen. */
  readonly seen?: (item: Item) => Item[F];
  readonly sample: (value: Item[F]) => ReactNode;
}

type Fields = Parameters<Editor['setFields']>[0];

/** A row as it is shown of an item: what each choice sets. */
interface Offered {
  readonly name: string;
  readonly choices: readonly {
    readonly name: string;
    readonly isChosen: boolean;
    readonly fields: Fields;
    readonly sample: ReactNode;
  }[];
}

const ALIGNS = { start: AlignLeft, middle: AlignCenter, end: AlignRight };

/** null: it is set elsewhere, or by no hand. The rows stand in this order. */
const ROWS: { readonly [F in FieldName]: ((item: Item) => Offered) | null } = {
  shape: offer('shape', {
    choices: ['none', 'pill', 'box', 'ellipse', 'diamond', 'parallelogram'],
    seen: ({ parent }) => (parent === null ? 'pill' : 'none'),
    sample: (shape) => <span className="shape-sample" data-shape={shape} />,
  }),
  lineStyle: offer('lineStyle', {
    choices: ['solid', 'dashed', 'dotted'],
    seen: () => 'solid',
    sample: (line) => <span className="line-sample" data-line={line} />,
  }),
  align: offer('align', {
    choices: ['start', 'middle', 'end'],
    sample: (align) => {
      const Icon = ALIGNS[align ?? 'start'];
      return <Icon size={17} strokeWidth={1.5} />;
    },
  }),
  size: offer('size', {
    choices: SIZES,
    sample: (size) => (
      <span className="size-sample" data-size={SIZES.indexOf(size)}>
        A
      </span>
    ),
  }),
  text: null,
  note: null,
  side: null,
  offset: null,
  colour: null,
  width: null,
  icon: null,
  image: null,
  href: null,
  checkbox: null,
  isFolded: null,
  linePoints: null,
  foreign: null,
};

/** How the selected items look: the shape around their words, their branch line, how their words stand, how large. */
export function StylePanel({ editor, snapshot, at, onClose }: StylePanelProps) {
  const { focused } = snapshot;
  if (focused === null) return null;
  return (
    <Popover at={at} label={words.panel.style.title} onClose={onClose}>
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
function offer<F extends PanelField>(field: F, { choices, seen, sample }: PanelRow<F>): (item: Item) => Offered {
  return (item) => {
    const said = panelWords(field, language);
    const now = item[field] ?? seen?.(item) ?? null;
    return {
      name: said.name,
      choices: choices.map((one) => {
        const fields: Fields = {};
        Object.assign(fields, { [field]: now === one ? null : one });
        return { name: said.choices[choiceOf(one)] ?? '', isChosen: now === one, fields, sample: sample(one) };
      }),
    };
  };
}

function rowsOf(editor: Editor, item: Item) {
  return Object.values(ROWS).flatMap((row) => {
    const offered = row?.(item);
    if (offered === undefined) return [];
    const choices = offered.choices.map(({ fields, ...choice }) => ({
      ...choice,
      onChoose: () => editor.setFields(fields),
    }));
    return [{ name: offered.name, choices }];
  });
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
