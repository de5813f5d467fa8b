/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type { ShownActivity as SecretActivityMapper } from '../use-cases/feed/show-activity.ts';
export type { FeedbackEntry as FeedbackMapper } from '../use-cases/feedback/feedback.ts';
export type {
  EmailedSecret as MetadataMapper,
  NamedCustomer as CustomerMapper,
} from '../use-cases/mail/known-emails.ts';
export type { FailedMail as FailedEmailMapper } from '../use-cases/mail/ports.ts';
export type { Delivery as WebhookDeliveryMapper, Webhook as WebhookMapper } from '../use-cases/webhook/webhooks.ts';
