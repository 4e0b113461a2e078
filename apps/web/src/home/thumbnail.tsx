import type { MapId } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts';
import { useState } from 'react';
import { addressOf } from '../api/api.ts';
import { useTheme } from '../shell/theme.ts';

/** The map itself on paper, drawn by the server; plain paper while it is on its way, or when it cannot be had. */
export function Thumbnail({ map }: { readonly map: MapId }) {
  const { theme } = useTheme();
  const address = addressOf(gatewayRoutes.thumbnail, { map, theme } as const);
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === address) return null;
  return <img src={address} alt="" decoding="async" draggable={false} onError={() => setBroken(address)} />;
}
