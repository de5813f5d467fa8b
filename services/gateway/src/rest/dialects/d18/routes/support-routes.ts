import { refusalsOf } from '@onceover/schema/internal/refused';
import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { feedbackForm, incomingForm } from '@onceover/schema/rest/support';
import { requireCaptcha, requireCaptchaBeyond } from '../../../../captcha/captcha.ts';
import { notAvailable } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { submitIncoming } from '../../../../operations/operations.generated.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRoute, restRoute } from '../../../rest-route.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentIncoming } from '../presenters/metadata.ts';

const THANKS = 'Message received. Send as much as you like!';

/** POST …/feedback: a message to the operators; visitors solve a challenge. Source: REST contract 8. */
export const feedbackAt = (where: Pick<RestRoute, 'path' | 'name' | 'plain' | 'dialect' | 'credentials'>) =>
  restRoute({
    ...where,
    method: 'POST',
    summary: 'Send feedback',
    description: 'A message to the people who run this site. Visitors solve a challenge first.',
    answers: ['feedback'],
    refuses: [...refusalsOf(submitFeedback), 'captcha_missing', 'captcha_failed'],
    limit: limitOf.submitFeedback,
    form: feedbackForm,
    async handle({ form, caller, shrimp }, { ask, captcha }) {
      // An empty message is refused anyway; it should not use up its sender's solution.
      if (form.msg.trim() !== '') await requireCaptcha(caller, form.authenticity_payload, captcha);
      const submitted = await ask(submitFeedback, { message: form.msg, caller });
      if (isRefusal(submitted)) throw refused(submitted);
      const envelope = { success: true, shrimp, custid: custidOf(caller) } as const;
      const body = { ...envelope, record: {}, details: { message: THANKS } } as const;
      return { shape: 'feedback', body, notice: 'feedback_received' };
    },
  });

/**
 * POST /incoming: a secret for the support desk, under a ticket number. Visitors who send several solve a challenge.
 *
 * Source  REST contract 8; security 5.8
 */
const incomingRoute = restRoute({
  method: 'POST',
  path: '/api/v2/incoming',
  name: 'submitIncoming',
  summary: 'Send a secret to the support desk',
  description: 'The support desk gets the link by email, under the number of a ticket.',
  answers: ['incoming'],
  refuses: [...submitIncoming.refusals, 'captcha_missing', 'captcha_failed'],
  plain: { path: '/incoming' },
  scope: 'secrets-write',
  limit: limitOf.submitIncoming,
  form: incomingForm,
  takesIdempotencyKey: true,
  bringsSecret: true,
  async handle({ form, caller, idempotencyKey, shrimp }, tools) {
    const { execute, links, now, features } = tools;
    if (features.incomingRecipient === undefined) throw notAvailable('/incoming');
    // Without a secret it is refused anyway; it should not use up its sender's solution.
    const sent = { caller, payload: form.authenticity_payload };
    if (form.secret !== '') await requireCaptchaBeyond(tools, 'incomingUnproven', sent);
    const input = { secret: form.secret, ticketNumber: form.ticketno, idempotencyKey };
    const { submitIncoming: submitted } = await execute(submitIncoming, { input }, caller);
    if (isRefusal(submitted)) throw refused(submitted);
    const body = presentIncoming(submitted, { links, now: now(), custid: custidOf(caller), shrimp });
    return { shape: 'incoming', body, notice: 'incoming_received', isReplay: submitted.isReplay };
  },
});

/** What people send to the operators and their support desk. */
export const supportRoutes: readonly RestRoute[] = [
  feedbackAt({ path: '/api/v2/feedback', name: 'submitFeedback', plain: { path: '/feedback' } }),
  incomingRoute,
];
