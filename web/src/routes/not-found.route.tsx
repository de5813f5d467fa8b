import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { paths } from '../site/paths.ts';
import { ButtonLink } from '../ui/link.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageTitle page="notFound" />
      <p>{t('pages.notFound.text')}</p>
      <p>
        <ButtonLink href={paths.home}>{t('pages.notFound.link')}</ButtonLink>
      </p>
    </div>
  );
}
