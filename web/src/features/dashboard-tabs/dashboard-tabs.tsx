import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dashboard } from '../../activity/use-dashboard.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isSupportDesk, pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { Link } from '../../ui/link.tsx';

/**
 * Home, recent secrets, the support desk's queue for its own account, and domains where the plan has them. A count that is
 * not known yet is a skeleton, never a zero.
 */
export function DashboardTabs({
  current,
  counts,
}: {
  current: 'home' | 'recent' | 'desk';
  counts: Dashboard['counts'];
}) {
  const { t, i18n } = useTranslation('app');
  const { cust, domainsEnabled } = pageData();
  const hasDomains = domainsEnabled && cust?.plan.customDomains === true;
  const badge = (count: number | undefined): ReactNode => {
    if (count !== undefined) return <span className="badge min-w-8">{formatNumber(count, i18n.language)}</span>;
    return counts.isLoading ? <span className="badge skeleton min-w-8" aria-hidden="true" /> : null;
  };
  const tabs = [
    { name: 'home', href: paths.dashboard, count: null },
    { name: 'recent', href: paths.recent, count: badge(counts.secrets) },
    ...(isSupportDesk() ? [{ name: 'desk', href: paths.desk, count: null } as const] : []),
    ...(hasDomains ? [{ name: 'domains', href: paths.domains, count: badge(counts.domains) } as const] : []),
  ] as const;
  return (
    <nav aria-label={t('tabs.label')}>
      <ul className="flex flex-wrap gap-1 border-b border-border">
        {tabs.map(({ name, href, count }) => (
          <li key={name}>
            <Link href={href} className="tab" aria-current={name === current ? 'page' : undefined}>
              {t(`tabs.${name}`)} {count}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
