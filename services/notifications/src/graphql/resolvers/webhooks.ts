import { shownTypeOf } from '../../use-cases/webhook/show-deliveries.ts';
import type {
  MutationResolvers,
  QueryResolvers,
  WebhookDeliveryResolvers,
  WebhookResolvers,
} from '../types.generated.ts';

export const webhookQueries = {
  webhooks: async (_parent, { of }, { useCases, caller }) => await useCases.listWebhooks(of, caller),
  webhook: async (_parent, { id }, { useCases, caller }) => await useCases.findWebhook(id, caller),
} satisfies QueryResolvers;

export const webhookMutations = {
  addWebhook: async (
    _parent,
    { input: { url, description = '', types = null, of = 'account' } },
    { useCases, caller },
  ) => ({
    __typename: 'WebhookSecret',
    ...(await useCases.addWebhook({ url, description, types, of }, caller)),
  }),
  async changeWebhook(_parent, { input }, { useCases, caller }) {
    const { id: webhookId, url = null, description = null, types = null, allTypes } = input;
    const wish = { webhookId, url, description, types, allTypes: allTypes ?? false };
    return { __typename: 'Webhook', ...(await useCases.changeWebhook(wish, caller)) };
  },
  pauseWebhook: async (_parent, { id }, { useCases, caller }) => ({
    __typename: 'Webhook',
    ...(await useCases.pauseWebhook(id, caller)),
  }),
  resumeWebhook: async (_parent, { id, skipWaiting }, { useCases, caller }) => ({
    __typename: 'Webhook',
    ...(await useCases.resumeWebhook(id, skipWaiting, caller)),
  }),
  async removeWebhook(_parent, { id }, { useCases, caller }) {
    await useCases.removeWebhook(id, caller);
    return { __typename: 'WebhookRemoved', isRemoved: true };
  },
  replaceWebhookSecret: async (_parent, { id, overlapHours }, { useCases, caller }) => ({
    __typename: 'WebhookSecret',
    ...(await useCases.replaceWebhookSecret(id, overlapHours, caller)),
  }),
  testWebhook: async (_parent, { id }, { useCases, caller }) => ({
    __typename: 'WebhookDelivery',
    ...(await useCases.testWebhook(id, caller)),
  }),
  redeliverWebhook: async (_parent, { id, deliveryId }, { useCases, caller }) => ({
    __typename: 'WebhookDelivery',
    ...(await useCases.redeliverWebhook(id, deliveryId, caller)),
  }),
  replayWebhook: async (_parent, { id: webhookId, after = null, upTo = null, failedOnly }, { useCases, caller }) => ({
    __typename: 'WebhookReplay',
    count: await useCases.replayWebhook({ webhookId, after, upTo, failedOnly }, caller),
  }),
} satisfies MutationResolvers;

export const Webhook: WebhookResolvers = {
  id: ({ webhookId }) => webhookId,
  types: ({ types }) => types?.map(shownTypeOf) ?? null,
  created: ({ createdAt }) => createdAt,
  deliveries: async (webhook, { first, after, state, search }, { useCases }) =>
    await useCases.listWebhookLog(webhook, {
      first,
      after: after ?? null,
      state: state ?? null,
      search: search ?? null,
    }),
};

export const WebhookDelivery: WebhookDeliveryResolvers = {
  id: ({ deliveryId }) => deliveryId,
  type: ({ type }) => shownTypeOf(type),
  created: ({ createdAt }) => createdAt,
  position: ({ position }) => (position === null ? null : String(position)),
};
