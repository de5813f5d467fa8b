import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { type FeedbackAnswer, type FeedbackForm, feedbackForm } from '@onceover/schema/rest/support';
import { requireCaptcha } from '../../captcha/require-captcha.ts';
import { formReader } from '../forms/form-reader.ts';
import { custidOf } from '../presenters/custid.ts';
import { isRefusal, refused } from '../refused.ts';
import { restRoute } from '../rest-route.ts';

const THANKS = 'Message received. Send as much as you like!';

/** POST /feedback: words for the operators; visitors solve a riddle. Source: REST contract 8. */
export const feedbackRoute = restRoute<FeedbackForm>({
  method: 'POST',
  path: '/api/v2/feedback',
  plain: { path: '/feedback' },
  limit: 'feedback',
  readForm: formReader(feedbackForm),
  async handle({ form, caller, shrimp }, { ask, captcha }) {
    // What says nothing is refused anyway: it should not cost its sender the riddle.
    if (form.msg.trim() !== '') requireCaptcha(caller, form.authenticity_payload, captcha);
    const submitted = await ask(submitFeedback, { message: form.msg, caller });
    if (isRefusal(submitted)) throw refused(submitted);
    const body: FeedbackAnswer = {
      success: true,
      shrimp,
      custid: custidOf(caller),
      record: {},
      details: { message: THANKS },
    };
    return { body, notice: 'feedback_received' };
  },
});
