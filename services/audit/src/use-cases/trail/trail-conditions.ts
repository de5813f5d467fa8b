import { typesWhere } from '@onceover/schema/events/catalog';
import type { AuditKind, Outcome } from '@onceover/schema/events/meaning';

/** What is searched for; without a condition, everything. */
export interface TrailConditions {
  readonly from?: Date;
  /** Before. */
  readonly to?: Date;
  readonly account?: string;
  /** Of the chains alone. */
  readonly kind?: AuditKind;
  readonly actorRef?: string;
  readonly actorKind?: string;
  /** Whole actions. */
  readonly actions?: readonly string[];
  readonly targets?: readonly string[];
  readonly outcome?: Outcome;
  readonly requestId?: string;
  readonly networkTag?: string;
  /** One event; an owner of a log from before this condition answers with others as well. */
  readonly eventId?: string;
}

/** The types that fit by their action and their outcome; undefined if every one does. */
export function typesOf({ actions, outcome }: TrailConditions): readonly string[] | undefined {
  if (outcome === undefined) return actions;
  const isOutcome = typesWhere(({ audit }) => (audit?.outcome ?? 'done') === outcome);
  return actions === undefined ? isOutcome : actions.filter((action) => isOutcome.includes(action));
}
