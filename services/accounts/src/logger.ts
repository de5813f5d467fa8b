import { createLogger } from '@onceover/service-kit/logging';

/** Surprises in the accounts subgraph. */
export const graphLog = createLogger('accounts.graph');
