import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { submitForm } from '../../lib/calls/submit-form.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** The captcha as the form needs it: `payload` when solved, and what to do about it. */
export interface FeedbackCaptcha {
  readonly kind: 'unverified' | 'verifying' | 'verified' | 'error' | 'expired';
  readonly payload: string | null;
  readonly box: React.ReactNode;
  readonly verify: () => void;
  readonly reset: () => void;
}

interface FeedbackFormProps {
  /** Null: a customer, who needs none. */
  readonly captcha: FeedbackCaptcha | null;
  readonly onSent: () => void;
}

/** A message to the operators. What is typed stays until it has been accepted. */
export function FeedbackForm({ captcha, onSent }: FeedbackFormProps) {
  const { t, i18n } = useTranslation('public');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<FeedbackTrouble | null>(null);
  const [tries, setTries] = useState(0);
  const fieldId = useId();
  const isEmpty = trouble?.kind === 'refused' && codeOf(trouble.error) === 'empty_feedback';

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = captcha === null || message.trim() === '' ? null : obstacleOf(captcha);
    setTrouble(found);
    setTries(tries + 1);
    if (found?.kind === 'unverified') captcha?.verify();
    if (found !== null) return;
    setBusy(true);
    try {
      if (message.trim() === '') refuse('empty_feedback');
      await submitFeedback(message, captcha?.payload ?? null);
      captcha?.reset();
      onSent();
    } catch (error) {
      setTrouble({ kind: 'refused', error });
      // A payload can be used once, whatever the outcome.
      if (codeOf(error) !== 'empty_feedback') captcha?.reset();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void onSubmit(event)}>
      <input type="hidden" name="utf8" value="✓" />
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <input type="hidden" name="authenticity_payload" value={captcha?.payload ?? ''} />
      {trouble !== null && <FeedbackProblem key={tries} trouble={trouble} fieldId={fieldId} />}
      <div>
        <label className="field-label" htmlFor={fieldId}>
          {t('feedback.label')}
        </label>
        <textarea
          id={fieldId}
          className="field"
          name="msg"
          dir="auto"
          rows={5}
          required
          maxLength={maxFeedbackCharacters}
          value={message}
          readOnly={isBusy}
          aria-invalid={isEmpty || undefined}
          aria-describedby={isEmpty ? `${fieldId}-error` : undefined}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <FieldNotes id={fieldId} hint={undefined} error={isEmpty ? i18n.t('refusals.empty_feedback') : undefined} />
      </div>
      {captcha?.box}
      <div>
        <ActionButton look="primary" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {t(isBusy ? 'feedback.sending' : 'feedback.send')}
        </ActionButton>
      </div>
    </form>
  );
}

/** The thank-you that replaces the form. */
export function FeedbackSent() {
  const { t } = useTranslation(['core', 'public']);
  return (
    <Notice kind="success" title={t('alert.success')} takesFocus>
      <p>{t('public:feedback.sent')}</p>
    </Notice>
  );
}

function obstacleOf({ kind }: FeedbackCaptcha): FeedbackTrouble | null {
  if (kind === 'verified') return null;
  return { kind: kind === 'verifying' ? 'verifying' : 'unverified' };
}

/** Why feedback was not sent: the captcha is not solved yet, or the call was refused. */
type FeedbackTrouble =
  | { readonly kind: 'verifying' | 'unverified' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** Each new problem is a new box, which takes the focus again. */
function FeedbackProblem({ trouble, fieldId }: { readonly trouble: FeedbackTrouble; readonly fieldId: string }) {
  const { t, i18n } = useTranslation(['core', 'public']);
  if (trouble.kind === 'refused') {
    return (
      <ProblemNotice
        problem={describeProblem(trouble.error, i18n)}
        field={{ id: fieldId, label: t('public:feedback.label') }}
      />
    );
  }
  const isWaiting = trouble.kind === 'verifying';
  return (
    <Notice kind={isWaiting ? 'info' : 'error'} {...(isWaiting ? {} : { title: t('alert.error') })} takesFocus>
      <p>{t(isWaiting ? 'public:captcha.wait' : 'public:captcha.first')}</p>
    </Notice>
  );
}

/** Maximum length of feedback in characters; the server cuts off the rest. Source: REST contract 8 */
const maxFeedbackCharacters = 999;

/** Sends feedback. `payload` is the solved captcha; visitors need one, customers do not. */
async function submitFeedback(message: string, payload: string | null): Promise<void> {
  const form = { utf8: '✓', msg: message, ...(payload === null ? {} : { authenticity_payload: payload }) };
  await submitForm({ url: apiPaths.feedback, formData: form });
}
