import { Flame, Keyboard, Tag, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { formatNumber } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { RowControls } from './row-controls.ts';

interface RowsBarProps {
  readonly chosen: readonly RecentSecret[];
  readonly onBurn: () => void;
  readonly controls: RowControls;
}

/**
 * What can be done with the chosen rows; without any, where to read about the keys. It stands above the lists, on a phone at the
 * bottom of the screen, and its place is kept, so that nothing moves when a row is chosen.
 */
export function RowsBar({ chosen, onBurn, controls }: RowsBarProps) {
  const { t, i18n } = useTranslation('app');
  const keys = chosen.map(({ key }) => key);
  if (keys.length === 0)
    return (
      <div className="rows-bar" data-testid="rows-bar">
        <button type="button" className="icon-button ms-auto px-2 text-small" onClick={() => controls.ask('keys')}>
          <Keyboard className="size-5" strokeWidth={1.75} aria-hidden="true" />
          <span>{t('recent.keys.title')}</span>
          <kbd>?</kbd>
        </button>
      </div>
    );
  return (
    <div className="rows-bar" data-chosen data-testid="rows-bar">
      <span className="me-1 text-ui font-medium max-sm:sr-only" role="status">
        {t('recent.selected', { n: formatNumber(keys.length, i18n.language) })}
      </span>
      <ActionButton look="text-danger" isOff={chosen.every(({ state }) => state !== 'NEW')} onClick={onBurn}>
        <Flame className="size-4 shrink-0" aria-hidden="true" />
        {t('recent.burn')}
      </ActionButton>
      <ActionButton onClick={() => controls.ask('label', keys)}>
        <Tag className="size-4 shrink-0" aria-hidden="true" />
        {t('label.add')}
      </ActionButton>
      <button
        type="button"
        className="icon-button ms-auto px-2 text-small"
        aria-label={`${t('recent.unselect')} ${formatNumber(keys.length, i18n.language)}`}
        title={t('recent.unselect')}
        onClick={() => controls.unchoose(keys)}
      >
        <X className="size-5" strokeWidth={1.75} aria-hidden="true" />
        <span className="tabular-nums sm:hidden">{formatNumber(keys.length, i18n.language)}</span>
      </button>
    </div>
  );
}
