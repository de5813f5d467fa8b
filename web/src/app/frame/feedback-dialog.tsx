import { useTranslation } from 'react-i18next';
import { useCaptcha } from '../../features/solve-captcha/use-captcha.tsx';
import { FeedbackForm } from '../../features/submit-feedback/feedback-form.tsx';
import { pageData } from '../../site/page-data.ts';
import { CloseButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** The feedback form in a dialog; once it is sent, a thank-you takes its place until the dialog is closed. */
export function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['core', 'public']);
  const captcha = useCaptcha({ isExpected: !pageData().authenticated });
  return (
    <Modal title={t('feedback.open')} onClose={onClose}>
      <CloseButton className="absolute end-3 top-3" label={t('feedback.close')} onClick={onClose} />
      <div className="flex flex-col gap-4 pt-2">
        <FeedbackForm captcha={captcha}>
          <p className="text-text-2">{t('public:feedback.hint')}</p>
        </FeedbackForm>
      </div>
    </Modal>
  );
}
