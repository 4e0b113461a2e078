import { readFileSync } from 'node:fs';

/** A panel of the dashboard that asks for something. */
export interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** The panels that ask, as Grafana is given them. */
export function panelsOfDashboard(): readonly Panel[] {
  const { panels } = JSON.parse(readFileSync(new URL('dashboard.json', import.meta.url), 'utf8')) as {
    readonly panels: readonly (Omit<Panel, 'targets'> & Partial<Panel>)[];
  };
  return panels.flatMap(({ title, targets }) => (targets === undefined ? [] : [{ title, targets }]));
}
