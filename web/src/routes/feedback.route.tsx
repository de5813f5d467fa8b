import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { useCaptcha } from '../features/solve-captcha/use-captcha.tsx';
import { FeedbackForm, FeedbackSent } from '../features/submit-feedback/feedback-form.tsx';
import { pageData } from '../site/page-data.ts';
import { PageHeading } from '../ui/page-heading.tsx';

/** The full-page feedback form; its control is hidden here. */
export function FeedbackPage() {
  const { t } = useTranslation(['core', 'public']);
  const captcha = useCaptcha({ isExpected: !pageData().authenticated });
  const [isSent, setSent] = useState(false);
  return (
    <div className="mx-auto flex max-w-home flex-col gap-6">
      <div className="flex flex-col gap-3">
        <PageHeading documentTitle={documentTitle('feedback', t('pages.feedback.title'))}>
          {t('pages.feedback.heading')}
        </PageHeading>
        <p className="text-text-2">{t('public:feedback.hint')}</p>
      </div>
      <div className="card">
        {isSent ? <FeedbackSent /> : <FeedbackForm captcha={captcha} onSent={() => setSent(true)} />}
      </div>
    </div>
  );
}
