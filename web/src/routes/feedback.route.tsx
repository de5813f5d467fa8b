import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { useCaptcha } from '../features/solve-captcha/use-captcha.tsx';
import { FeedbackForm } from '../features/submit-feedback/feedback-form.tsx';
import { pageData } from '../site/page-data.ts';

/** The full-page feedback form; its control is hidden here. */
export function FeedbackPage() {
  const { t } = useTranslation(['core', 'public']);
  const captcha = useCaptcha({ isExpected: !pageData().authenticated });
  return (
    <div className="mx-auto flex max-w-home flex-col gap-6">
      <div className="flex flex-col gap-3">
        <PageTitle page="feedback" />
        <p className="text-text-2">{t('public:feedback.hint')}</p>
      </div>
      <div className="card">
        <FeedbackForm captcha={captcha} />
      </div>
    </div>
  );
}
