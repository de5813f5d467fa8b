import { expect, test } from 'vitest';
import { endingsOf, retentionOf } from './retention.ts';

test('a log is kept for as long as its longest-lived type, until every consumer that the catalogue names has read it', () => {
  expect(retentionOf('secrets')).toEqual({
    commandDays: 30,
    streamDays: 120,
    listeners: [
      { consumer: 'accounts.interception', schema: 'accounts' },
      { consumer: 'accounts.usage', schema: 'accounts' },
      { consumer: 'accounts.verification', schema: 'accounts' },
      { consumer: 'audit.blocks', schema: 'audit' },
      { consumer: 'audit.trail', schema: 'audit' },
      { consumer: 'notifications.account_feed', schema: 'notifications' },
      { consumer: 'notifications.mail', schema: 'notifications' },
    ],
  });
  expect(retentionOf('notifications').streamDays).toBe(90);
});

test('what ends a stream is what the catalogue calls terminal', () => {
  expect(endingsOf('accounts')).toEqual(['account.erased', 'domain.removed', 'operator.action_taken', 'log.covered']);
});
