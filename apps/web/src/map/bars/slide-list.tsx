import type { Editor } from '@bough/editor';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import './slide-list.css';

interface SlideListProps {
  readonly editor: Editor;
  /** The one that is shown, from 0. */
  readonly shown: number;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** All slides of a presentation, as they stand in the map: one is gone to at once. */
export function SlideList({ editor, shown, at, onClose }: SlideListProps) {
  const { present: said } = sheetWords();
  return (
    <Menu at={{ ...at, edge: 'start' }} label={said.slides} isChoice onClose={onClose}>
      <div className="slide-list">
        {editor.slides().map(({ text, level }, slide) => (
          <MenuRow
            key={slide}
            isChecked={slide === shown}
            onChoose={() => {
              onClose();
              editor.goToSlide(slide);
            }}
          >
            <span className="slide-name" style={{ paddingInlineStart: `${(level - 1) * 16}px` }}>
              {text.trim() === '' ? said.untitled : text}
            </span>
          </MenuRow>
        ))}
      </div>
    </Menu>
  );
}
