import { row } from './refusal-definition.ts';

/** What programs that follow events are refused, and whoever has events sent to an address. Source: events 9. */
export const partnerRefusals = {
  'events.unknown-position': row(
    'UnknownPosition',
    'That is no position of your events. Ask with the position that the last answer gave as the next one, or without any.',
    {
      rest: 'unknown_position',
      screen: {
        bundle: 'webhooks',
        words: 'No event has that number yet. You find the numbers in the details of each delivery.',
      },
    },
  ),
  'events.forgotten-position': row(
    'ForgottenPosition',
    'Events after that position are no longer kept. Ask without a position, and look at your secrets for what you missed.',
    {
      rest: { status: 410, code: 'forgotten_position' },
      screen: { bundle: 'webhooks', words: 'What happened that long ago is no longer kept.' },
    },
  ),
  'events.unknown-type': row('UnknownEventType', 'There is no such type of event. /docs/events lists them.', {
    rest: 'unknown_event_type',
    screen: { bundle: 'webhooks', words: 'There is no such event. Reload the page, then choose again.' },
  }),
  'webhook.invalid-address': row(
    'InvalidWebhookAddress',
    'Enter an address that begins with https:// and can be reached from the internet, without a user or password in it.',
    { rest: 'invalid_webhook_address', screen: 'webhooks' },
  ),
  'webhook.too-many': row('TooManyWebhooks', 'You have as many webhooks as your plan allows. Remove one first.', {
    rest: 'too_many_webhooks',
    carries: ['limit'],
    screen: 'webhooks',
  }),
  'webhook.unknown': row('UnknownWebhook', 'There is no such webhook, or no such event of it.', {
    rest: { status: 404, code: 'unknown_webhook' },
    screen: { bundle: 'webhooks', words: 'This webhook, or this delivery, is no longer there.' },
  }),
};
