import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The plan has no domains: what they are, and the way to them. */
export function PlanNeeded({ onUpgrade }: { onUpgrade: (() => void) | null }) {
  const { t } = useTranslation('app');
  return (
    <div className="card flex flex-col items-start gap-3">
      <p>{t('domains.planNeeded')}</p>
      {onUpgrade !== null && (
        <button type="button" className="btn btn-primary" aria-haspopup="dialog" onClick={onUpgrade}>
          <Zap className="size-5" strokeWidth={1.75} aria-hidden="true" />
          {t('domains.upgrade')}
        </button>
      )}
    </div>
  );
}
