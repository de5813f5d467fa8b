import { readFileSync } from 'node:fs';
import { type EnumTypeDefinitionNode, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { sdlOf } from '../sdl.ts';
import { logNames } from './logs.ts';
import { auditKinds } from './meaning.ts';
import { endingsOf, retentionOf } from './retention.ts';

/** The manual of operators, without its line breaks. */
const operations = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

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
      { consumer: 'notifications.partner_events', schema: 'notifications' },
    ],
  });
  expect(retentionOf('notifications').streamDays).toBe(90);
});

test('what ends a stream is what the catalogue calls terminal', () => {
  expect(endingsOf('accounts')).toEqual(['account.erased', 'domain.removed', 'operator.action_taken', 'log.covered']);
});

test('operators and clients of the graph read how long entries of the trail are kept', () => {
  const { activity, security, operator } = auditKinds;
  expect(/Entries about [^.]+\./.exec(operations)?.[0]).toBe(
    `Entries about secrets and emails are kept for ${activity.days} days, ` +
      `about accounts and domains for ${security.days} days, about what operators did for ${operator.days} days.`,
  );
  const kinds = parse(sdlOf('audit')).definitions.find(
    (node): node is EnumTypeDefinitionNode =>
      node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'AuditKind',
  );
  const told = kinds?.values?.map(({ name, description }) => [
    name.value.toLowerCase(),
    / kept for (\d+) days\.$/.exec(description?.value ?? '')?.[1],
  ]);
  expect(told).toEqual(Object.entries(auditKinds).map(([kind, { days }]) => [kind, String(days)]));
});

test.each(logNames)('operators read how long the log of %s is kept', (log) => {
  const told = new RegExp(`\\| ${log} \\| (\\d+) days after `).exec(operations)?.[1];
  expect(told).toBe(String(retentionOf(log).streamDays));
});
