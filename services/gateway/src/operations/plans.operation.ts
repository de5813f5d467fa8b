import type { StoredOperation } from './stored-operation.ts';

interface PlanData {
  readonly id: string;
  readonly limits: {
    readonly maxCharacters: number;
    readonly maxTtlSeconds: number;
    readonly defaultTtlSeconds: number;
    readonly ttlOptions: readonly number[];
  };
}

/** What the pages tell about plans. */
export const showPlans: StoredOperation<Record<never, never>, { plans: readonly PlanData[] }> = {
  name: 'ShowPlans',
  document: 'query ShowPlans { plans { id limits { maxCharacters maxTtlSeconds defaultTtlSeconds ttlOptions } } }',
};

export type PlanLimitsData = PlanData['limits'];
