import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { ActionButton } from '../ui/action-button.tsx';

interface ShowNewProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Shows the new rows that wait above a list; nothing while none does. */
export function ShowNew({ count, onShow }: ShowNewProps) {
  const { t, i18n } = useTranslation('app');
  if (count === 0) return null;
  return (
    <ActionButton look="quiet" className="self-start" onClick={onShow}>
      {t('activity.showNew', { n: formatNumber(count, i18n.language) })}
    </ActionButton>
  );
}
