import { inProcessSubgraph, type RunningService } from '@onceover/graphql-kit/subgraph';
import { sdlOf } from '@onceover/schema/sdl';
import type { AccountsConfig } from './config.ts';
import { anonymousPlan } from './domain/plan/plan.ts';
import type { GraphContext } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { graphLog } from './logger.ts';
import { listPlansUseCase } from './use-cases/list-plans.ts';

/** Starts accounts. It keeps nothing yet: the anonymous plan comes from the configuration. */
export async function startAccounts(config: AccountsConfig): Promise<RunningService> {
  const anonymous = anonymousPlan({
    maxCharacters: config.anonymousMaxCharacters,
    maxTtlSeconds: config.anonymousMaxTtlSeconds,
    defaultTtlSeconds: config.anonymousDefaultTtlSeconds,
    ttlOptions: [...config.anonymousTtlOptions],
  });
  const useCases = { listPlans: listPlansUseCase([anonymous]) };
  return {
    subgraph: inProcessSubgraph<GraphContext>({
      name: 'accounts',
      sdl: sdlOf('accounts'),
      resolvers,
      contextFor: (caller) => ({ caller, useCases }),
      onFault: (error, caller) => graphLog.error({ err: error, requestId: caller.requestId }, 'fault in a resolver'),
    }),
    ready: async () => ({ isReady: true }),
    drain: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
