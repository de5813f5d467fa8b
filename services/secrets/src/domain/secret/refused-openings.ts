import type {
  ProgramKind,
  RefusedOpeningReason,
  SecretOpeningRefused,
  SecretProgramNoticed,
} from '@onceover/schema/events/secrets';

interface Told<What> {
  readonly reason: What;
  readonly count: number;
  /** When the first of them was. */
  readonly since: Date;
}

/** Each of them, so that a new kind is not forgotten here. */
const programKinds: Readonly<Record<ProgramKind, true>> = {
  preview: true,
  scanner: true,
  automation: true,
  program: true,
};

export function isProgramKind(word: RefusedOpeningReason | ProgramKind): word is ProgramKind {
  return word in programKinds;
}

/** The event of a count at which the log is told, and nobody else makes one. */
export function countTold(
  secretId: string,
  { reason, count, since }: Told<RefusedOpeningReason | ProgramKind>,
): SecretOpeningRefused | SecretProgramNoticed {
  const counted = { secretId, count, windowStart: since.toISOString() };
  if (isProgramKind(reason)) {
    return { type: 'secret.program_noticed', schemaVersion: 1, data: { ...counted, kind: reason } };
  }
  return { type: 'secret.opening_refused', schemaVersion: 1, data: { ...counted, reason } };
}
