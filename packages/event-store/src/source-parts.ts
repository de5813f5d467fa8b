/** What a source of another package is made of: the loop of a shard, and its checkpoint in PostgreSQL. */
export { type Checkpoints, type CheckpointsOptions, createCheckpoints } from './postgres/checkpoint.ts';
export { consumerPlaces } from './postgres/consumer-places.ts';
export { wants } from './subscription/concerns.ts';
export { refuseMalformed } from './subscription/open-subscription.ts';
export type { Checkpoint, Claim, Claimant, Page, ShardReader } from './subscription/ports.ts';
export { Progress } from './subscription/progress.ts';
export { ShardLoop } from './subscription/shard-loop.ts';
