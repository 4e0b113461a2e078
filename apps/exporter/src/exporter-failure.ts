import { Failure } from '@bough/base';

/** What goes wrong while exporting. Codes are in SPEC.md. */
export class ExporterFailure extends Failure {}
