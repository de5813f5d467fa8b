import type { TFunction } from 'i18next';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';

/** One thing that happened, or has not happened yet; `at` in Unix seconds. */
export interface Step {
  readonly key: string;
  readonly label: string;
  readonly at: number | null;
  /** It happened more than once; `at` is the last time. */
  readonly isRepeated: boolean;
  readonly kind: 'done' | 'refused' | 'program' | 'open';
}

type RefusedOpening = Metadata['details']['refusals'][number];
type NoticedProgram = Metadata['details']['programs'][number];

/** What happened to a secret, oldest first: created, emailed, its generated value shown once more, looked at by programs, tried in vain, ended once, confirmed. */
export function storyOf(metadata: Metadata, status: SecretStatus, t: TFunction<'public'>): readonly Step[] {
  const { record, details } = metadata;
  const done = (key: string, label: string, at: number | null) =>
    at === null ? [] : [{ key, label, at, isRepeated: false, kind: 'done' as const }];
  const endedAt = { new: null, received: record.received, burned: record.burned, expired: record.expiration }[status];
  const ending = {
    new: 'notOpened',
    received: openedAs(metadata),
    burned: burnedAs(metadata),
    expired: 'expired',
  } as const;
  const tries = details.refusals.map((refused) => stepOf(refused, status, t));
  // What happened within one second stays in this order.
  const happened: Step[] = [
    ...done('created', t('metadata.created'), record.created),
    ...details.deliveries.flatMap(({ status: became, at }, place) =>
      became === 'queued' ? [] : done(`email ${place}`, t(`metadata.steps.email.${became}`), at),
    ),
    ...done('shown', t('metadata.steps.valueShown'), details.generated_value_shown ?? null),
    ...details.programs.map((program) => programStep(program, t)),
    ...tries.filter(({ key }) => key !== 'late'),
    ...done('ended', t(`metadata.steps.${ending[status]}`), endedAt),
    ...done('confirmed', t('metadata.steps.confirmed'), details.confirmed),
    ...tries.filter(({ key }) => key === 'late'),
  ];
  const sorted = happened.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  if (status !== 'new') return sorted;
  return [...sorted, { key: 'open', label: t('metadata.steps.notOpened'), at: null, isRepeated: false, kind: 'open' }];
}

const minuteOf = (at: number | null) => at && Math.floor(at / 60);

/** Whether another step happened in the same minute: then the time of each needs its seconds. */
export function sharesMinute({ at }: Step, steps: readonly Step[]): boolean {
  return steps.filter((other) => minuteOf(other.at) === minuteOf(at)).length > 1;
}

/** How often something came of which the page tells as soon as it finds out: tries in vain, and programs. */
export function triesIn({ details }: Metadata): number {
  return [...details.refusals, ...details.programs].reduce((sum, { count }) => sum + count, 0);
}

function openedAs({ details: { opened_by: by, is_owner: isOwner } }: Metadata) {
  if (by === 'owner') return isOwner ? 'openedByYou' : 'openedBySender';
  return by === 'authenticated' ? 'openedSignedIn' : 'opened';
}

const burnedAs = ({ details }: Metadata) => (details.burned_by_operator ? 'burnedByOperator' : 'burned');

function stepOf({ reason, count, last }: RefusedOpening, status: SecretStatus, t: TFunction<'public'>): Step {
  const isRepeated = count > 1;
  const ending = status === 'received' ? 'received' : 'gone';
  const label = {
    late: t(`metadata.tries.late.${ending}`, { count, n: count }),
    wrong_passphrase: t('metadata.tries.wrong', { count, n: count }),
    locked: t('metadata.tries.locked', { count, n: count }),
  }[reason];
  return { key: reason, label, at: last, isRepeated, kind: 'refused' };
}

function programStep({ kind, count, last }: NoticedProgram, t: TFunction<'public'>): Step {
  const label = t(`metadata.programs.${kind}`, { count, n: count });
  return { key: kind, label, at: last, isRepeated: count > 1, kind: 'program' };
}
