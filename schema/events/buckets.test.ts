import { expect, test } from 'vitest';
import { bucketSqlOf } from './buckets.ts';
import { catalog } from './catalog.ts';

test('events are told apart by the age of their secret and by why they count, each type once', () => {
  expect(bucketSqlOf(catalog)).toBe(
    `case when e.type = 'secret.received' then coalesce(width_bucket(extract(epoch from e.occurred_at - uuid_extract_timestamp(e.stream_id)), array[60,600,3600,86400,604800]::numeric[]), 5) when e.type = 'secret.opening_refused' then (e.data->>'reason' is distinct from 'wrong-passphrase')::int else 0 end`,
  );
});

test('where no row tells any apart, all are in one bucket', () => {
  expect(bucketSqlOf(catalog.filter(({ counts }) => counts === null))).toBe('0');
});
