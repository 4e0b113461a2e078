import type { PersonFacts } from '@bough/contracts';
import { FileUp, Menu as MenuIcon, Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { Mark } from '../shell/mark.tsx';
import type { Place } from '../shell/screen.ts';
import { words } from '../words/index.ts';
import { homeWords } from '../words/screens/home-words.ts';
import { BellButton } from '../bell/bell-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SearchField } from './search/search-field.tsx';
import { IconButton } from '../shell/controls/icon-button.tsx';

interface HomeHeadProps {
  readonly place: Place;
  readonly query: string;
  readonly person: PersonFacts | null;
  /** Where the search's results will be; null: there is nothing to search. */
  readonly results: RefObject<HTMLElement | null> | null;
  /** Shows the places, where they are not always in sight; null: there are none. */
  readonly onPlaces: (() => void) | null;
  readonly onNew: (() => Promise<void>) | null;
  /** Opens a file of another program. */
  readonly onImport: (() => void) | null;
}

/** The top of home: what this is, the one search field, a new map, who is here. */
export function HomeHead({ place, query, person, results, onPlaces, onNew, onImport }: HomeHeadProps) {
  return (
    <header className="home-head">
      <div className="home-brand">
        {onPlaces === null ? null : (
          <IconButton className="home-places" name={homeWords().places} onPress={onPlaces}>
            <MenuIcon size={20} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
        <LocalLink to="/" className="home-name">
          <Mark size={24} />
          {words.product}
        </LocalLink>
      </div>
      {results === null ? null : <SearchField place={place} query={query} results={results} />}
      <div className="home-ways">
        {onImport === null ? null : (
          <button
            type="button"
            className="button"
            aria-label={homeWords().importFile}
            title={homeWords().importFile}
            onClick={onImport}
          >
            <FileUp size={18} strokeWidth={1.5} aria-hidden="true" />
            <span className="import-label">{homeWords().importFile}</span>
          </button>
        )}
        {onNew === null ? null : <NewMapButton onNew={onNew} />}
        {person === null ? null : <BellButton key={person.id} />}
        <AccountMenu person={person} />
      </div>
    </header>
  );
}

/** Begins a map; on a phone it is in thumb's reach. */
export function NewMapButton({ onNew }: { readonly onNew: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    await onNew();
    setBusy(false);
  };
  return (
    <button type="button" className="button primary new-map" disabled={isBusy} onClick={() => void make()}>
      <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
      {homeWords().newMap}
    </button>
  );
}
