import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { submitForm } from '../../lib/calls/submit-form.ts';
import { apiPaths } from '../../site/paths.ts';
import { attributesOf, Field } from '../../ui/field.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * A message to the operators. What is typed stays until it has been accepted; then a thank-you replaces the form and the
 * `children` above it. Visitors need a solved captcha.
 */
export function FeedbackForm({ captcha, children }: { captcha: FormCaptcha; children?: ReactNode }) {
  const { t } = useTranslation(['public', 'core']);
  const [message, setMessage] = useState('');
  const [isSent, setSent] = useState(false);
  const id = useId();
  const send = async () => {
    if (message.trim() === '') refuse('empty_feedback');
    const form = { utf8: '✓', msg: message };
    await captcha.send((solved) => submitForm({ url: apiPaths.feedback, formData: { ...form, ...solved } }));
    setSent(true);
  };
  if (isSent)
    return (
      <Notice kind="success" title={t('core:alert.success')} takesFocus>
        <p>{t('feedback.sent')}</p>
      </Notice>
    );
  return (
    <>
      {children}
      <FieldForm
        place="card"
        fields={{ message: { id, label: t('feedback.label'), blamedFor: ['empty_feedback'] } }}
        send={send}
        submit={{ label: t('feedback.send'), busy: t('feedback.sending') }}
      >
        {(field) => (
          <>
            <input type="hidden" name="utf8" value="✓" />
            <Field {...field('message')}>
              <textarea
                {...attributesOf(field('message'))}
                className="field"
                name="msg"
                dir="auto"
                rows={5}
                required
                maxLength={maxFeedbackCharacters}
                value={message}
                readOnly={field('message').isReadOnly}
                onChange={(event) => setMessage(event.currentTarget.value)}
              />
            </Field>
            {captcha.box}
          </>
        )}
      </FieldForm>
    </>
  );
}

/** Maximum length of feedback in characters; the server cuts off the rest. Source: REST contract 8 */
const maxFeedbackCharacters = 999;
