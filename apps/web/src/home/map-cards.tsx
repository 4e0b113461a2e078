import { gatewayRoutes, type MapFacts } from '@bough/contracts';
import { useState } from 'react';
import { addressOf } from '../api/api.ts';
import { LocalLink } from '../shell/local-link.tsx';
import { mapAddress } from '../shell/screen.ts';
import { useTheme } from '../shell/theme.ts';
import { language, words } from '../words/index.ts';
import { sayWhen } from '../words/when.ts';

/** The maps as cards, each with its picture; with a query, those whose title has it. */
export function MapCards({ maps, query }: { readonly maps: readonly MapFacts[]; readonly query: string }) {
  const wanted = query.trim().toLocaleLowerCase();
  const shown = maps.filter((map) => titleOf(map).toLocaleLowerCase().includes(wanted));
  if (shown.length === 0) return <p className="quiet">{words.home.nothingFound(query.trim())}</p>;
  return (
    <ul className="cards">
      {shown.map((map) => (
        <li key={map.id}>
          <LocalLink to={mapAddress(map.id)} className="card">
            <Thumbnail map={map} />
            <span className="card-title">{titleOf(map)}</span>
            <span className="hint">
              {map.role === 'own' ? '' : `${words.home.role[map.role]} · `}
              {words.home.opened(sayWhen(map.openedAt, Date.now(), language))}
            </span>
          </LocalLink>
        </li>
      ))}
    </ul>
  );
}

function titleOf(map: MapFacts): string {
  return map.title === '' ? words.home.untitled : map.title;
}

/** The map itself on paper, drawn by the exporter; plain paper while it is drawn, or when it cannot be. */
function Thumbnail({ map }: { readonly map: MapFacts }) {
  const { theme } = useTheme();
  const [isBroken, setBroken] = useState(false);
  const address = addressOf(gatewayRoutes.exportMap, { map: map.id, format: 'svg', theme } as const);
  return (
    <span className="card-picture">
      {isBroken ? null : <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />}
    </span>
  );
}
