import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type colonelTexts from '../i18n/locales/en/colonel.json';
import type coreTexts from '../i18n/locales/en/core.json';
import { PageHeading } from '../ui/page-heading.tsx';
import { documentTitle, type PageName } from './route-table.ts';

type CorePage = keyof (typeof coreTexts)['pages'];
type NamedPage = Extract<PageName, CorePage | keyof (typeof colonelTexts)['pages']>;

interface PageTitleProps {
  readonly page: NamedPage;
  readonly look?: 'display';
  /** Other words than the page's own heading. */
  readonly children?: ReactNode;
}

/** The page's one h1, and the full title of its document. */
export function PageTitle({ page, children, ...look }: PageTitleProps) {
  const { t } = useTranslation();
  const texts = (page.startsWith('colonel') ? `colonel:pages.${page}` : `pages.${page}`) as `pages.${CorePage}`;
  return (
    <PageHeading {...look} documentTitle={documentTitle(page, t(`${texts}.title`))}>
      {children ?? t(`${texts}.heading`)}
    </PageHeading>
  );
}
