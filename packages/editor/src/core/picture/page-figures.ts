import { createFigures } from '@bough/figures';

/** The icons and formulas of every map on this page: what one has asked for, the next finds. */
export const pageFigures = createFigures();
