import { loadConfig } from '@onceover/service-kit/config';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { accountsConfig } from './config.ts';
import { startAccounts } from './service.ts';

const caller = { kind: 'anonymous', network: '127.0.0.0/24', requestId: 'r1' } as const;
const document = parse('{ plans { id limits { maxCharacters maxTtlSeconds defaultTtlSeconds ttlOptions } } }');

async function plansWith(env: Record<string, string>) {
  const { accounts } = loadConfig({ accounts: accountsConfig }, env);
  await using service = await startAccounts(accounts);
  return (await service.subgraph.execute({ document, caller })).data;
}

test('an anonymous visitor may share 10 000 characters for a week unless configured otherwise', async () => {
  expect(await plansWith({})).toEqual({
    plans: [
      {
        id: 'anonymous',
        limits: {
          maxCharacters: 10_000,
          maxTtlSeconds: 604_800,
          defaultTtlSeconds: 604_800,
          ttlOptions: [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800],
        },
      },
    ],
  });
});

test('the operator sets what an anonymous visitor may do', async () => {
  const env = { ONCEOVER_ANONYMOUS_MAX_TTL_SECONDS: '3600', ONCEOVER_ANONYMOUS_TTL_OPTIONS: '300,3600,7200' };
  expect(await plansWith(env)).toMatchObject({
    plans: [{ limits: { maxTtlSeconds: 3600, defaultTtlSeconds: 3600, ttlOptions: [300, 3600] } }],
  });
});
