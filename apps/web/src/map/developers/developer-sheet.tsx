import type { MapId } from '@bough/base';
import type { Editor } from '@bough/editor';
import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { tryCopy } from '../../shell/try-copy.ts';
import { words } from '../../words/index.ts';
import { developerWords } from '../../words/screens/developer-words.ts';
import { tell } from '../messages/told.ts';
import { SideSheet } from '../panels/side-sheet.tsx';
import { type Look, reportOf, type Section, textOf } from './report.ts';
import { useLook } from './use-look.ts';
import './developers.css';

interface DeveloperSheetProps {
  readonly editor: Editor;
  readonly map: MapId;
  readonly onClose: () => void;
}

/** What somebody looks at who is asked why it is slow: line, frames, requests by hop, sizes and versions, measured while it is open. */
export function DeveloperSheet({ editor, map, onClose }: DeveloperSheetProps) {
  const look = useLook(editor, map);
  const [byHand, setByHand] = useState<string | null>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  // So that Esc and the arrows are its own at once.
  useLayoutEffect(() => copyButton.current?.focus(), []);
  const copy = async () => {
    if (look === null) return;
    const text = textOf(reportOf(look), new Date());
    if (await tryCopy(text)) tell(developerWords().copied);
    else setByHand(text);
  };
  return (
    <SideSheet
      title={words.commands.developers}
      onClose={onClose}
      beside={
        <button type="button" className="button" ref={copyButton} onClick={() => void copy()}>
          {developerWords().copy}
        </button>
      }
    >
      <p className="side-sheet-of">{developerWords().hint}</p>
      {byHand === null ? null : <ByHand text={byHand} />}
      {look === null ? null : <Measured look={look} />}
    </SideSheet>
  );
}

/** The sheet is drawn anew with the map; what was measured only with what was measured. */
const Measured = memo(function Measured({ look }: { readonly look: Look }) {
  return (
    // It scrolls, so the keyboard comes to it. Nobody is read numbers that change twice a second unless they go there.
    <div className="measured" role="region" aria-label={developerWords().measured} tabIndex={0}>
      {reportOf(look).map((section) => (
        <MeasuredSection key={section.key} section={section} />
      ))}
    </div>
  );
});

function MeasuredSection({ section: { title, rows, note } }: { readonly section: Section }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <dl>
        {rows.map(({ key, name, value, parts }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {parts === undefined ? null : (
              <dd className="measured-parts">
                {parts.map((part, at) => (
                  <span key={part}>{at === parts.length - 1 ? part : `${part} · `}</span>
                ))}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className="measured-parts">{note}</p>}
    </section>
  );
}

/** The text where the browser keeps the clipboard from the page. */
function ByHand({ text }: { readonly text: string }) {
  return (
    <label className="measured-by-hand">
      {developerWords().byHand}
      <textarea readOnly rows={6} value={text} ref={(field) => field?.select()} />
    </label>
  );
}
