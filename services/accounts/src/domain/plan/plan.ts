import type { PlanDefinition } from '@onceover/schema/plans';

/** What somebody may do, under a stable name, and what it costs. */
export type Plan = PlanDefinition;
