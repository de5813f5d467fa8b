import { inProcessSubgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { sdlOf } from '@onceover/schema/sdl';
import { loadConfig } from '@onceover/service-kit/config';
import { ownOrigin } from '@onceover/service-kit/origin';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { plansOf } from './adapters.ts';
import { accountsConfig } from './config.ts';
import type { GraphContext } from './graphql/context.ts';
import type { Plan } from './graphql/types.generated.ts';
import { resolvers } from './resolvers.ts';
import type { UseCases } from './use-cases/use-cases.ts';

const plansWith = (env: Record<string, string>) => plansOf(loadConfig({ accounts: accountsConfig }, env).accounts);

test('an anonymous visitor may share 10 000 characters for a week unless configured otherwise', () => {
  expect(plansWith({})[0]).toMatchObject({
    id: 'anonymous',
    limits: {
      maxCharacters: 10_000,
      maxTtlSeconds: 604_800,
      defaultTtlSeconds: 604_800,
      ttlOptions: [300, 1800, 3600, 14_400, 43_200, 86_400, 259_200, 604_800],
    },
  });
});

test('the operator sets what an anonymous visitor may do, but nothing about other plans', () => {
  const set = plansWith({
    ONCEOVER_ANONYMOUS_MAX_TTL_SECONDS: '3600',
    ONCEOVER_ANONYMOUS_TTL_OPTIONS: '300,3600,7200',
  });
  expect(set[0]).toMatchObject({ limits: { maxTtlSeconds: 3600, defaultTtlSeconds: 3600, ttlOptions: [300, 3600] } });
  expect(set.slice(1)).toEqual(plansWith({}).slice(1));
});

async function shownPlans(): Promise<readonly Plan[]> {
  const useCases = { listPlans: async () => plansWith({}) } as Partial<UseCases> as UseCases;
  const subgraph = inProcessSubgraph<GraphContext, Caller>({
    name: 'accounts',
    sdl: sdlOf('accounts'),
    resolvers,
    contextFor: (caller) => ({ caller, useCases }),
    onFault: () => undefined,
  });
  const document = parse('{ plans { id priceMonthly priceYearly isComingSoon features { email customDomains api } } }');
  const { data } = await subgraph.execute({
    document,
    caller: { kind: 'anonymous', network: '', requestId: '', origin: ownOrigin('web') },
  });
  return data?.plans as readonly Plan[];
}

test('the graph shows prices, limits and features, cheapest first', async () => {
  const shown = await shownPlans();
  expect(shown.map(({ id, priceMonthly, priceYearly }) => [id, priceMonthly, priceYearly])).toEqual([
    ['anonymous', 0, 0],
    ['basic', 0, 0],
    ['identity', 35, 365],
    ['global-elite', 245, 2545],
  ]);
  expect(shown.map(({ features }) => features)).toEqual([
    { email: false, customDomains: false, api: true },
    { email: true, customDomains: false, api: true },
    { email: true, customDomains: true, api: true },
    { email: true, customDomains: true, api: true },
  ]);
  expect(shown.filter(({ isComingSoon }) => isComingSoon).map(({ id }) => id)).toEqual(['global-elite']);
});
