import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import type { Caller } from '@onceover/schema/caller';
import { refusals } from '@onceover/schema/refusals';
import { sdlOf } from '@onceover/schema/sdl';
import type { ServiceParts } from '@onceover/service-shell/service-parts';
import type { GraphContext } from './graphql/context.ts';
import { activityQueries, SecretActivity } from './graphql/resolvers/activity.ts';
import { Customer } from './graphql/resolvers/customer.ts';
import { eventsQueries } from './graphql/resolvers/events.ts';
import { FailedEmail, failedEmailMutations, failedEmailQueries } from './graphql/resolvers/failed-emails.ts';
import { Feedback, feedbackQueries } from './graphql/resolvers/feedback.ts';
import { Metadata } from './graphql/resolvers/metadata.ts';
import { Webhook, WebhookDelivery, webhookMutations, webhookQueries } from './graphql/resolvers/webhooks.ts';
import { enums, type Resolvers } from './graphql/types.generated.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/** Every field that is more than a property; unions are told apart by `__typename`. */
const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: {
    ...feedbackQueries,
    ...activityQueries,
    ...failedEmailQueries,
    ...webhookQueries,
    ...refusable(refusals, eventsQueries),
  },
  Mutation: refusable(refusals, { ...failedEmailMutations, ...webhookMutations }),
  Customer,
  FailedEmail,
  Feedback,
  Metadata,
  SecretActivity,
  Webhook,
  WebhookDelivery,
};

export function resolversOf(useCases: UseCases): ServiceParts<GraphContext, Caller>['resolvers'] {
  return { sdl: sdlOf('notifications'), resolvers, contextFor: (caller) => ({ caller, useCases }) };
}
