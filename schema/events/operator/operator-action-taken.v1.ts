import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A word of ours, such as `plan_changed`: never what a person typed. */
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

/** An operator did something, or looked somebody up. It is recorded in the commit of what was done. */
export const operatorActionTakenData = z.object({
  /** The colonel's account; null on the command line, which knows no account. */
  operatorRef: classed('internal', z.uuid().nullable()),
  action: classed('internal', word),
  targetKind: classed('internal', word),
  /** A reference, or the name of a consumer or a limit; never an address. */
  targetRef: classed('internal', z.string().regex(/^[\w.:@-]{1,100}$/)),
  reasonCode: classed('internal', word),
});

export const operatorActionTakenV1 = envelopeOf('operator.action_taken', 1, operatorActionTakenData);

export interface OperatorActionTaken {
  readonly type: 'operator.action_taken';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof operatorActionTakenData>>;
}
