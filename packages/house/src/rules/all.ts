import { floorsDescribed } from '../floors/described.ts';
import { floorsOfImports } from '../floors/imports.ts';
import { floorsOfManifests } from '../floors/manifests.ts';
import { noCircles } from './circles.ts';
import { installScripts, oneCatalog, reasonedDependencies } from './dependencies.ts';
import { disasterTable } from './disaster-table.ts';
import { editingTable } from './editing-table.ts';
import { failureCodes } from './failure-codes.ts';
import { plainWords } from './plain-words.ts';
import { problemTexts } from './problem-texts.ts';
import type { Rule } from './rule.ts';
import { sizes } from './sizes.ts';
import { everyTestRuns, namedExports, noHiddenClock, parsedIsUnknown, quietPackages } from './source-shapes.ts';
import { securityTable } from './security-table.ts';
import { specHeads } from './spec-heads.ts';
import { specifications } from './specifications.ts';

/** The walls between the parts. */
export const FLOOR_RULES: readonly Rule[] = [floorsOfManifests, floorsOfImports, floorsDescribed];

/** Every other rule that needs nothing but the files. */
export const HOUSE_RULES: readonly Rule[] = [
  specifications,
  specHeads,
  plainWords,
  problemTexts,
  failureCodes,
  sizes,
  noCircles,
  namedExports,
  noHiddenClock,
  everyTestRuns,
  quietPackages,
  parsedIsUnknown,
  oneCatalog,
  reasonedDependencies,
  installScripts,
  securityTable,
  editingTable,
  disasterTable,
];
