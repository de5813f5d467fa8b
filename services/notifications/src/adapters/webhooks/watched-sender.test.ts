import { OutageError } from '@onceover/service-kit/errors';
import { notedTelemetry } from '@onceover/service-kit/noted-telemetry';
import { expect, test } from 'vitest';
import { arrived, refusing } from '../../test-support/receivers.ts';
import type { WebhookSender } from '../../use-cases/webhook/ports.ts';
import { watchedSender } from './watched-sender.ts';

test.each<[string, WebhookSender['send']]>([
  ['arrived', async () => arrived],
  ['refused', async () => refusing(500)],
  ['unanswered', async () => ({ ...arrived, status: null, problem: 'timeout' })],
  ['away', () => Promise.reject(new OutageError('webhook-proxy'))],
])('a webhook that is %s is counted as that', async (outcome, send) => {
  const { telemetry, of } = notedTelemetry();
  const message = { url: 'https://receiver.example/', headers: {}, body: '' };
  await watchedSender({ send }, telemetry)
    .send(message)
    .catch(() => undefined);
  expect(of('onceover_webhook_duration_seconds')).toEqual([outcome]);
});
