import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { notificationsConfig } from './config.ts';

const load = (env: Record<string, string>) => loadConfig({ notifications: notificationsConfig }, env).notifications;

test('without settings emails become files', () => {
  expect(load({})).toMatchObject({
    smtpUrl: undefined,
    mailDir: undefined,
    mailFrom: 'Onceover <no-reply@localhost>',
  });
});

test('a mail server is an address of its own kind, and a wrong one is not shown', () => {
  const url = 'smtps://user:password@mail.example.test:465';
  expect(load({ ONCEOVER_SMTP_URL: url }).smtpUrl).toBe(url);
  const wrong = () => load({ ONCEOVER_SMTP_URL: 'https://user:hunter2@mail.example.test' });
  expect(wrong).toThrow(ConfigError);
  expect(wrong).not.toThrow('hunter2');
});

test('the sender is one address', () => {
  expect(() => load({ ONCEOVER_MAIL_FROM: 'a@b.test, c@d.test' })).toThrow('ONCEOVER_MAIL_FROM');
});
