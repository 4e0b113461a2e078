import type { MapFacts } from '@bough/contracts';
import { Download, FolderInput, LogOut, RotateCcw, Tag, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { homeWords } from '../../words/screens/home-words.ts';
import { useAtHome } from '../at-home.ts';
import { putAllAway, restoreAll } from '../library/deeds-for-many.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

interface MarkedBarProps {
  /** Never none. */
  readonly maps: readonly MapFacts[];
  readonly onEnd: () => void;
}

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done with all marked maps together. */
export function MarkedBar({ maps, onEnd }: MarkedBarProps) {
  const { library, ask } = useAtHome();
  const isTrash = maps.every(({ trashedAt }) => trashedAt !== null);
  const ends = (act: () => void) => () => {
    act();
    onEnd();
  };
  const { many } = homeWords();
  return (
    <div className="marked-bar" role="toolbar" aria-label={many.marked(maps.length)}>
      <span className="tabular" role="status">
        {many.marked(maps.length)}
      </span>
      {isTrash ? (
        <>
          <Way
            icon={<RotateCcw {...ICON} />}
            text={homeWords().restore}
            onPress={ends(() => void restoreAll(library, maps))}
          />
          <Way icon={<Trash2 {...ICON} />} text={homeWords().purge} onPress={() => ask({ kind: 'purge maps', maps })} />
        </>
      ) : (
        <>
          <Way icon={<FolderInput {...ICON} />} text={many.move} onPress={() => ask({ kind: 'move maps', maps })} />
          <Way icon={<Tag {...ICON} />} text={many.tag} onPress={() => ask({ kind: 'tag maps', maps })} />
          <Way icon={<Download {...ICON} />} text={many.export} onPress={() => ask({ kind: 'export maps', maps })} />
          <Way
            icon={maps.every(({ role }) => role === 'own') ? <Trash2 {...ICON} /> : <LogOut {...ICON} />}
            text={maps.some(({ role }) => role === 'own') ? homeWords().toTrash : homeWords().leave}
            onPress={ends(() => void putAllAway(library, maps))}
          />
        </>
      )}
      <IconButton name={many.end} onPress={onEnd}>
        <X {...ICON} />
      </IconButton>
    </div>
  );
}

interface WayProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly onPress: () => void;
}

function Way({ icon, text, onPress }: WayProps) {
  return (
    <button type="button" className="button" aria-label={text} onClick={onPress}>
      {icon}
      <span className="wide-only">{text}</span>
    </button>
  );
}
