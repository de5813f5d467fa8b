import { MessageSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const FeedbackDialog = lazy(async () => ({ default: (await import('./feedback-dialog.tsx')).FeedbackDialog }));

export function FeedbackControl({ className }: { readonly className: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MessageSquare className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('feedback.open')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FeedbackDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
