import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface KeepGuard {
  /** The message was copied, or its reader says that it is safe. */
  readonly isKept: boolean;
  readonly keep: () => void;
}

/**
 * The page holds the only copy there is. Until it is kept somewhere else, the browser asks before the page is left, whatever
 * leads away: every link here loads another page.
 */
export function useKeepGuard(): KeepGuard {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isKept]);
  return { isKept, keep: () => setKept(true) };
}

/** Says what became of the message, and ends the guard by hand for whoever wrote it down. */
export function KeptOrNot({ guard }: { guard: KeepGuard }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-text-2">{t('secret.deletedNow')}</p>
      {!guard.isKept && (
        <button type="button" className="btn btn-quiet" onClick={guard.keep}>
          {t('secret.saved')}
        </button>
      )}
      <p role="status" className="text-text-2 empty:hidden">
        {guard.isKept ? t('secret.mayClose') : ''}
      </p>
    </div>
  );
}
