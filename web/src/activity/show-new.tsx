import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { ActionButton } from '../ui/action-button.tsx';

/** The heading of a list, and beside it the button that shows the new rows which wait: its place is kept, so nothing moves. */
export function ShowNew({ heading, count, onShow }: { heading: ReactNode; count: number; onShow: () => void }) {
  const { t, i18n } = useTranslation('app');
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-4 max-sm:flex-wrap">
      {heading}
      {count > 0 && (
        <ActionButton onClick={onShow}>
          {t('activity.showNew', { count, n: formatNumber(count, i18n.language) })}
        </ActionButton>
      )}
    </div>
  );
}
