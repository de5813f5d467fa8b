import { useTranslation } from 'react-i18next';

const rows = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/**
 * Stands where the lists will be, in rows of their size and down to the end of the window. It is replaced as a whole, so
 * that nothing that is seen moves when the lists arrive.
 */
export function RecentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3" aria-busy="true">
      <span className="sr-only">{t('busy.loading')}</span>
      <span className="h-6 w-32 skeleton" />
      <div className="flex flex-col gap-2">
        {rows.map((row) => (
          <div key={row} className="flex min-h-28 flex-col gap-2 rounded-md border border-border p-3">
            <span className="h-5 w-2/3 skeleton" />
            <span className="h-4 w-full skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}
