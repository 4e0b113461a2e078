import type { MindMap } from '@bough/map';
import type { TextMeasurer } from '@bough/text';
import type { Layout, LayoutSettings } from './layout.ts';

/** Places a whole map. The layout reads `map` only within this call and within `update`. */
export declare function createLayout(map: MindMap, measurer: TextMeasurer, settings?: Partial<LayoutSettings>): Layout;
