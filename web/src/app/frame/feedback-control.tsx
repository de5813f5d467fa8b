import { MessageSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const FeedbackDialog = lazy(async () => ({ default: (await import('./feedback-dialog.tsx')).FeedbackDialog }));

/** The dialog of the feedback form, and what opens it. Its code is loaded when it is opened. */
export function useFeedback() {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <FeedbackDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open: () => setOpen(true), dialog };
}

export function FeedbackControl({ className }: { readonly className: string }) {
  const { t } = useTranslation();
  const { open, dialog } = useFeedback();
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={open}>
        <MessageSquare className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('feedback.open')}
      </button>
      {dialog}
    </>
  );
}
