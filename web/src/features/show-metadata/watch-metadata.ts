import { subscribe } from '../../gql/live.ts';
import { metadataChangedOperation } from '../../gql/operations/metadata-changed.generated.ts';
import type { MetadataChangedSubscription } from '../../gql/operations.generated.ts';
import type { Metadata } from '../../secrets/metadata.ts';

export type Change = (shown: Metadata) => Metadata;

/** Tells how things stand as soon as the stream runs, and again after every change. Returns what ends it. */
export function watchMetadata(key: string, onChange: (change: Change) => void): () => void {
  return subscribe(metadataChangedOperation, () => ({ key }), {
    next({ metadataChanged: told }) {
      if (told !== null) onChange((shown) => withChange(shown, told));
    },
    error: () => undefined,
  });
}

type Told = NonNullable<MetadataChangedSubscription['metadataChanged']>;

/** What can change while the page is open, as the stream tells it. No frame has the share link, which ends with the secret. */
function withChange({ record, details }: Metadata, told: Told): Metadata {
  const {
    state,
    received,
    burned,
    isLocked,
    deliveryConfirmed,
    confirmed,
    generatedValueShown,
    openedBy,
    burnedByOperator,
    refusedOpenings,
    programs,
    deliveries,
  } = told;
  return {
    record: { ...record, state: word(state), received, burned, share_url: state === 'NEW' ? record.share_url : null },
    details: {
      ...details,
      is_locked: isLocked,
      delivery_confirmed: deliveryConfirmed,
      confirmed,
      ...(generatedValueShown !== null && { generated_value_shown: generatedValueShown }),
      opened_by: openedBy === null ? null : word(openedBy),
      burned_by_operator: burnedByOperator,
      refusals: refusedOpenings.map((each) => ({ ...each, reason: word(each.reason) })),
      programs: programs.map((each) => ({ ...each, kind: word(each.kind) })),
      deliveries: deliveries.map((delivery) => ({ ...delivery, status: word(delivery.status) })),
    },
  };
}

/** Words are upper case in the graph and lower case in `/api/v2`. */
function word<Word extends string>(value: Word): Lowercase<Word> {
  return value.toLowerCase() as Lowercase<Word>;
}
