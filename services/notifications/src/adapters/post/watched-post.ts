import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { Post } from '../../use-cases/mail/ports.ts';

/** How handing over an email can end; `away`: the mail server could not be asked. */
const outcomes = new Set(['accepted', 'later', 'refused', 'away']);

/** The same post, measured and traced. */
export function watchedPost({ send }: Post, { duration, tracing }: Telemetry): Post {
  const took = duration({
    name: 'onceover_email_handover_duration_seconds',
    help: 'How long the mail server took to accept an email, to say later, or to refuse it for good; away: it could not be asked.',
    labels: { outcome: outcomes },
  });
  const spec = { name: 'send email', kind: 'client' } as const;
  return {
    send: (mail) =>
      tracing.run(spec, async (span) => {
        const since = performance.now();
        let outcome = 'away';
        try {
          const posted = await send(mail);
          outcome = posted.kind === 'accepted' ? 'accepted' : posted.isPermanent ? 'refused' : 'later';
          if (posted.kind === 'refused') span.failed(posted.reasonCode);
          return posted;
        } finally {
          span.note({ 'onceover.email.outcome': outcome });
          took({ outcome }, (performance.now() - since) / 1000);
        }
      }),
  };
}
