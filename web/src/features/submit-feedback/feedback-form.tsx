import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { submitForm } from '../../lib/calls/submit-form.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { errorAt, useFieldErrors } from '../../ui/use-field-errors.ts';

interface FeedbackFormProps {
  readonly captcha: FormCaptcha;
  readonly onSent: () => void;
}

/** A message to the operators. What is typed stays until it has been accepted. */
export function FeedbackForm({ captcha, onSent }: FeedbackFormProps) {
  const { t } = useTranslation('public');
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fieldId = useId();
  const field = { id: fieldId, label: t('feedback.label'), blamedFor: ['empty_feedback'] };
  const { trouble, onInput } = useFieldErrors([field], failure);
  const error = errorAt(trouble, field);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      if (message.trim() === '') refuse('empty_feedback');
      await captcha.send((solution) => submitFeedback(message, solution));
      onSent();
    } catch (reason) {
      setFailure(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={(event) => void onSubmit(event)} onInput={onInput}>
      <input type="hidden" name="utf8" value="✓" />
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice {...trouble} />
      <div>
        <label className="field-label" htmlFor={fieldId}>
          {field.label}
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
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${fieldId}-error`}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <FieldNotes id={fieldId} hint={undefined} error={error} />
      </div>
      {captcha.box}
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

/** Maximum length of feedback in characters; the server cuts off the rest. Source: REST contract 8 */
const maxFeedbackCharacters = 999;

/** Sends feedback. Visitors need a solved captcha, customers do not. */
async function submitFeedback(message: string, solution: string | null): Promise<void> {
  const form = { utf8: '✓', msg: message, ...(solution === null ? {} : { authenticity_payload: solution }) };
  await submitForm({ url: apiPaths.feedback, formData: form });
}
