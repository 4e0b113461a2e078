import type { Clock } from '@bough/base';
import type { Caller, Component, ContextFacts, Log, OpenContext } from '@bough/service';
import type { Request } from 'express';
import type { PageAddress } from '../../http/app.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { MapHead } from '../maps/lists/map-lists.ts';
import { noMoreMail } from './no-more-mail.ts';
import { policyReports } from './policy-reports.ts';
import { securityContact } from './security-contact.ts';
import { PAGE_ROUTES, PageServer } from './serve-page.ts';

export interface PagePorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** What the head of a public map's page says; null where the map is not public. */
  readonly headOf: (request: Request) => Promise<MapHead | null>;
}
export interface PageFeatureSettings {
  readonly publicUrl: string;
  readonly pageFolder: string;
  readonly origins: ReadonlySet<string>;
  readonly trustedProxies: number;
  /** Whom to tell of a hole; null: the operator named nobody. */
  readonly contact: string | null;
}

/** What browsers get without a session: the built page under its policy, and the few plain addresses beside it. */
export function pageFeature(ports: PagePorts, settings: PageFeatureSettings) {
  const page = new PageServer({ folder: settings.pageFolder, origins: settings.origins });
  const reports = policyReports(ports, settings);
  const pages = PAGE_ROUTES.map((path): PageAddress => {
    return { path, handler: path === '/p/:map' ? page.index(ports.headOf) : page.index() };
  });
  const life: Component = { name: 'page', start: () => page.load() };
  return {
    pages,
    unknown: page.unknown(),
    beforeSessions: [page.files(), noMoreMail(ports), reports.handler, securityContact(ports, settings)],
    reports: () => reports.counts,
    routes: {},
    components: [life],
  };
}
