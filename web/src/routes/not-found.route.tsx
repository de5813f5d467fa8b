import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { paths } from '../site/paths.ts';
import { Link } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={documentTitle('notFound', t('pages.notFound.title'))}>
        {t('pages.notFound.heading')}
      </PageHeading>
      <p>{t('pages.notFound.text')}</p>
      <p>
        <Link href={paths.home} className="btn btn-quiet">
          {t('pages.notFound.link')}
        </Link>
      </p>
    </div>
  );
}
