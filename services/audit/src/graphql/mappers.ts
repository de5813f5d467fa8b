/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */

export type { AuditBlock as AuditBlockMapper } from '../use-cases/trail/audit-block.ts';
export type {
  ChainCheckpoint as TrailSignatureMapper,
  Checkpoint as AuditSignatureMapper,
} from '../use-cases/trail/checkpoint.ts';
export type {
  RecordedEntry as RecordedEntryMapper,
  ShownEntry as AuditEntryMapper,
} from '../use-cases/trail/recorded-entry.ts';
export type { ChainStatus as AuditChainStatusMapper } from '../use-cases/trail/search/chain-status.ts';
export type { CoveredPlace as AuditCoverMapper } from '../use-cases/trail/search/find-covered.ts';
export type { FoundTrail as RecordedTrailMapper } from '../use-cases/trail/search/search-trail.ts';
export type {
  NamedCustomer as CustomerMapper,
  ShownTrail as AuditTrailMapper,
} from '../use-cases/trail/search/show-trail.ts';
