import { expect, test, vi } from 'vitest';
import type { MetadataChangedSubscription } from '../../gql/operations.generated.ts';
import type { Metadata } from '../../secrets/metadata.ts';

type Change = NonNullable<MetadataChangedSubscription['metadataChanged']>;

const told = vi.hoisted(() => ({ next: (_data: unknown) => {} }));
vi.mock('../../gql/live.ts', () => ({
  subscribe: (_operation: unknown, _variables: unknown, sink: typeof told) => {
    told.next = sink.next;
    return () => undefined;
  },
}));
const { watchMetadata } = await import('./watch-metadata.ts');

const shown = {
  record: { state: 'new', updated: 1 },
  details: {
    delivery_confirmed: null,
    is_locked: false,
    refusals: [],
    deliveries: [{ status: 'queued', at: 1 }],
  },
} as unknown as Metadata;

const change = (status: Change['deliveries'][number]['status']) => ({
  metadataChanged: {
    state: 'NEW',
    updated: 1,
    deliveryConfirmed: null,
    refusedOpenings: [],
    isLocked: false,
    deliveries: [{ status, at: 1 }],
  },
});

test('an email that was sent or came back between the page and its stream is news', () => {
  const onChange = vi.fn();
  watchMetadata('key', () => shown, onChange);
  told.next(change('QUEUED'));
  expect(onChange).not.toHaveBeenCalled();
  watchMetadata('key', () => shown, onChange);
  told.next(change('SENT'));
  expect(onChange).toHaveBeenCalledTimes(1);
  told.next(change('BOUNCED'));
  expect(onChange).toHaveBeenCalledTimes(2);
});
