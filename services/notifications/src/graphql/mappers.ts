/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type {
  ChainCheckpoint as TrailSignatureMapper,
  Checkpoint as AuditSignatureMapper,
} from '../use-cases/audit/checkpoint.ts';
export type {
  RecordedEntry as RecordedEntryMapper,
  ShownEntry as AuditEntryMapper,
} from '../use-cases/audit/recorded-entry.ts';
export type { ChainStatus as AuditChainStatusMapper } from '../use-cases/audit/search/chain-status.ts';
export type { FoundTrail as RecordedTrailMapper } from '../use-cases/audit/search/search-trail.ts';
export type { ShownTrail as AuditTrailMapper } from '../use-cases/audit/show-trail.ts';
export type { ShownActivity as SecretActivityMapper } from '../use-cases/feed/show-activity.ts';
export type { FeedbackEntry as FeedbackMapper } from '../use-cases/feedback/feedback.ts';
export type {
  EmailedSecret as MetadataMapper,
  NamedCustomer as CustomerMapper,
} from '../use-cases/mail/known-emails.ts';
export type { FailedMail as FailedEmailMapper } from '../use-cases/mail/ports.ts';
