import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { WebhookSender } from '../../use-cases/webhook/ports.ts';

/** How a try can end; `away`: our own proxy could not be used. */
const outcomes = new Set(['arrived', 'refused', 'unanswered', 'away']);

/** The same sender, measured and traced. Whose webhook it is no measure tells. */
export function watchedSender({ send }: WebhookSender, { duration, tracing }: Telemetry): WebhookSender {
  const took = duration({
    name: 'onceover_webhook_duration_seconds',
    help: 'How long receivers took with a webhook: it arrived, they answered otherwise than 2xx, or not at all; away: our own proxy could not be used.',
    labels: { outcome: outcomes },
  });
  const spec = { name: 'send webhook', kind: 'client' } as const;
  return {
    send: (message) =>
      tracing.run(spec, async (span) => {
        const since = performance.now();
        let outcome = 'away';
        try {
          const sent = await send(message);
          outcome = sent.problem === null ? 'arrived' : sent.status === null ? 'unanswered' : 'refused';
          if (sent.problem !== null) span.failed(sent.problem);
          return sent;
        } finally {
          span.note({ 'onceover.webhook.outcome': outcome });
          took({ outcome }, (performance.now() - since) / 1000);
        }
      }),
  };
}
