import { words } from '../../words/index.ts';

/** Loads the page again. */
export function ReloadButton() {
  return (
    <button type="button" className="button primary" onClick={() => location.reload()}>
      {words.map.reload}
    </button>
  );
}
