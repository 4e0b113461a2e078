import type { Component } from '@bough/service';
import type { Handlers } from './http/handlers.ts';

/**
 * What each feature gives the gateway. What it gives to later features stands beside these two; which features may take it, the order in
 * packages/house/src/floors/table.ts says.
 */
export interface Feature {
  /** Who answers the routes of the table that are its own. */
  readonly routes: Partial<Handlers>;
  /** What of it starts, finishes and stops with the gateway. */
  readonly components: readonly Component[];
}
