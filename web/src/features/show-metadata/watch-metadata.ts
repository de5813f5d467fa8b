import { subscribe } from '../../gql/live.ts';
import { metadataChangedOperation } from '../../gql/operations/metadata-changed.generated.ts';
import type { MetadataChangedSubscription } from '../../gql/operations.generated.ts';
import type { Metadata } from '../../secrets/metadata.ts';

type Change = MetadataChangedSubscription['metadataChanged'];

/** Tells whenever something has changed that `shown` does not show yet. Returns what ends it. */
export function watchMetadata(key: string, shown: () => Metadata, onChange: () => void): () => void {
  let told = '';
  return subscribe(metadataChangedOperation, () => ({ key }), {
    next({ metadataChanged: change }) {
      const now = JSON.stringify(change);
      const isNews = told === '' ? !isShown(change, shown()) : now !== told;
      told = now;
      if (isNews) onChange();
    },
    error: () => undefined,
  });
}

/** Whether the page was loaded after what the stream says first. */
function isShown(change: Change, { record, details }: Metadata): boolean {
  if (change === null) return true;
  return (
    change.state.toLowerCase() === record.state &&
    change.updated === record.updated &&
    change.deliveryConfirmed === details.delivery_confirmed &&
    triesOf(change.refusedOpenings) === triesOf(details.refusals) &&
    emailsOf(change.deliveries) === emailsOf(details.deliveries) &&
    change.isLocked === details.is_locked
  );
}

/** Words are upper case in the graph and lower case in the REST answer. */
function emailsOf(deliveries: readonly { readonly status: string }[]): string {
  return deliveries.map(({ status }) => status.toLowerCase()).join();
}

function triesOf(refusals: readonly { readonly count: number }[]): number {
  return refusals.reduce((sum, { count }) => sum + count, 0);
}
