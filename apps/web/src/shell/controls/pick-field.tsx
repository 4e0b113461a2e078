interface PickFieldProps {
  readonly label: string;
  readonly query: string;
  /** How many rows there are to choose from, and which is chosen. */
  readonly count: number;
  readonly at: number;
  /** The list of the rows, and the chosen one in it. */
  readonly listId: string;
  readonly chosenId: string | undefined;
  readonly onQuery: (query: string) => void;
  readonly onAt: (at: number) => void;
  readonly onPick: () => void;
}

/** The field over a list in which something is sought: arrows go round the rows, Enter takes the chosen one. */
export function PickField({ label, query, count, at, listId, chosenId, onQuery, onAt, onPick }: PickFieldProps) {
  return (
    <input
      className="field"
      role="combobox"
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={chosenId}
      aria-label={label}
      placeholder={label}
      data-first
      value={query}
      onChange={(event) => {
        onQuery(event.target.value);
        onAt(0);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'ArrowDown') onAt((at + 1) % Math.max(1, count));
        else if (event.key === 'ArrowUp') onAt((at - 1 + count) % Math.max(1, count));
        else if (event.key === 'Enter') onPick();
        else return;
        event.preventDefault();
      }}
    />
  );
}
