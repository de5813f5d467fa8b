import { expect, test, vi } from 'vitest';
import type { MetadataChangedSubscription } from '../../gql/operations.generated.ts';
import type { Metadata } from '../../secrets/metadata.ts';

type Told = NonNullable<MetadataChangedSubscription['metadataChanged']>;

const stream = vi.hoisted(() => ({ next: (_data: unknown) => {} }));
vi.mock('../../gql/live.ts', () => ({
  subscribe: (_operation: unknown, _variables: unknown, sink: typeof stream) => {
    stream.next = sink.next;
    return () => undefined;
  },
}));
const { watchMetadata } = await import('./watch-metadata.ts');

const loaded = {
  record: { state: 'new', received: null, burned: null, expiration: 9, share_url: 'https://once.example/secret/k' },
  details: {
    is_owner: true,
    is_locked: false,
    delivery_confirmed: null,
    confirmed: null,
    opened_by: null,
    burned_by_operator: false,
    refusals: [],
    programs: [],
    deliveries: [{ status: 'queued', at: 1 }],
  },
} as unknown as Metadata;

const unchanged: Told = {
  state: 'NEW',
  received: null,
  burned: null,
  isLocked: false,
  deliveryConfirmed: null,
  confirmed: null,
  generatedValueShown: null,
  openedBy: null,
  burnedByOperator: false,
  refusedOpenings: [],
  programs: [],
  deliveries: [{ status: 'QUEUED', at: 1 }],
};

/** What the page shows once the stream has told this. */
function shownAfter(told: Told | null): Metadata {
  let shown = loaded;
  watchMetadata('key', (change) => {
    shown = change(shown);
  });
  stream.next({ metadataChanged: told });
  return shown;
}

test('a stream that tells nothing new changes nothing, and one of a key that opens nothing neither', () => {
  expect(shownAfter(unchanged)).toEqual(loaded);
  expect(shownAfter(null)).toBe(loaded);
});

test('an email that was sent or came back between the page and its stream is shown', () => {
  const of = (status: Told['deliveries'][number]['status']) =>
    shownAfter({ ...unchanged, deliveries: [{ status, at: 2 }] }).details.deliveries;
  expect([of('SENT'), of('BOUNCED')]).toEqual([[{ status: 'sent', at: 2 }], [{ status: 'bounced', at: 2 }]]);
});

test('that the generated value was shown once more is shown as soon as it is told', () => {
  expect(shownAfter({ ...unchanged, generatedValueShown: 3 }).details).toMatchObject({ generated_value_shown: 3 });
  expect(shownAfter(unchanged).details).not.toHaveProperty('generated_value_shown');
});

test('an opening is shown with all that is told of it; the link goes, and what no frame tells stays', () => {
  const tries = { count: 2, first: 4, last: 5 };
  const { record, details } = shownAfter({
    ...unchanged,
    state: 'RECEIVED',
    received: 3,
    isLocked: true,
    deliveryConfirmed: true,
    confirmed: 4,
    openedBy: 'ANONYMOUS',
    refusedOpenings: [{ reason: 'WRONG_PASSPHRASE', ...tries }],
    programs: [{ kind: 'AUTOMATION', ...tries }],
  });
  expect(record).toEqual({ state: 'received', received: 3, burned: null, expiration: 9, share_url: null });
  expect(details).toMatchObject({ is_owner: true, is_locked: true, delivery_confirmed: true, confirmed: 4 });
  expect(details).toMatchObject({ opened_by: 'anonymous', refusals: [{ reason: 'wrong_passphrase', ...tries }] });
  expect(details.programs).toEqual([{ kind: 'automation', ...tries }]);
});
