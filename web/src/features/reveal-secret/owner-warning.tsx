import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';

/** For the person who made this link: opening it takes it from the recipient. */
export function OwnerWarning() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <Notice kind="warning" dismiss={{ label: t('alert.dismiss'), onDismiss: () => setShown(false) }}>
      {t('secret.ownerWarning')}
    </Notice>
  );
}
