import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';

/** How long a success stays before the page changes by itself. Source: specification 9 */
const redirectMilliseconds = 3_000;

/** Says that it worked and goes on to the sign-in page: by itself, by the link, or not at all. */
export function Onward({ href, onGo }: { href: string; onGo: () => void }) {
  const { t } = useTranslation('public');
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(onGo, redirectMilliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting, onGo]);
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="success">{t('resetPassword.done')}</Notice>
      <p role="status">{isWaiting ? t('resetPassword.onward') : t('resetPassword.stopped')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Link href={href} className="btn btn-primary max-sm:w-full">
          {t('resetPassword.toSignIn')}
        </Link>
        {isWaiting && (
          <ActionButton look="quiet" className="max-sm:w-full" onClick={() => setWaiting(false)}>
            {t('resetPassword.cancel')}
          </ActionButton>
        )}
      </div>
    </div>
  );
}
