import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { type Example, examples } from './examples.ts';

/** Maps to begin from, drawn by the editor itself. */
export function ExampleCards({ onChoose }: { readonly onChoose: (example: Example) => Promise<void> }) {
  const [busy, setBusy] = useState<string | null>(null);
  const choose = async (example: Example) => {
    setBusy(example.id);
    await onChoose(example);
    setBusy(null);
  };
  return (
    <section className="examples" aria-labelledby="examples">
      <h2 id="examples" className="hint">
        {homeWords().examples}
      </h2>
      <ul>
        {examples.map((example) => (
          <li key={example.id}>
            <button type="button" className="card" disabled={busy !== null} onClick={() => void choose(example)}>
              <Picture outline={example.outline} />
              <span className="card-title">{example.title}</span>
              <span className="hint">{homeWords().useExample}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Picture({ outline }: { readonly outline: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { theme } = useTheme();
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    let isHere = true;
    void import('@bough/editor/draw-outline').then(async ({ drawOutline }) => {
      if (isHere) await drawOutline(canvas, outline, theme);
    });
    return () => {
      isHere = false;
    };
  }, [outline, theme]);
  return (
    <span className="cell-picture">
      <canvas ref={ref} />
    </span>
  );
}
