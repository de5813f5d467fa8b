import { OutageError } from '@onceover/service-kit/errors';
import { notedTelemetry } from '@onceover/service-kit/noted-telemetry';
import { noTracing, type SpanAttributes } from '@onceover/service-kit/tracing';
import { expect, test } from 'vitest';
import type { Post } from '../../use-cases/mail/ports.ts';
import { watchedPost } from './watched-post.ts';

const rejection = { isPermanent: true, isHardBounce: false, reasonCode: 'smtp-554' } as const;

/** What is counted, and what the span says, of one email. */
async function watching(send: Post['send']) {
  const { telemetry, of } = notedTelemetry();
  const said: (SpanAttributes | string)[] = [];
  const tracing: typeof noTracing = {
    ...noTracing,
    run: (_spec, work) =>
      work({ traceparent: undefined, note: (each) => void said.push(each), failed: (type) => void said.push(type) }),
  };
  await watchedPost({ send }, { ...telemetry, tracing })
    .send({} as Parameters<Post['send']>[0])
    .catch(() => undefined);
  return { counted: of('onceover_email_handover_duration_seconds'), said };
}

test.each<[string, Post['send'], readonly (SpanAttributes | string)[]]>([
  ['accepted', async () => ({ kind: 'accepted' }), [{ 'onceover.email.outcome': 'accepted' }]],
  ['refused', async () => ({ kind: 'refused', ...rejection }), ['smtp-554', { 'onceover.email.outcome': 'refused' }]],
  [
    'later',
    async () => ({ kind: 'refused', ...rejection, isPermanent: false, reasonCode: 'smtp-451' }),
    ['smtp-451', { 'onceover.email.outcome': 'later' }],
  ],
  ['away', () => Promise.reject(new OutageError('smtp')), [{ 'onceover.email.outcome': 'away' }]],
])('an email that is %s is counted as that, and its span says so', async (outcome, send, said) => {
  expect(await watching(send)).toEqual({ counted: [outcome], said });
});
