import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { paths } from '../site/paths.ts';
import { ButtonLink } from '../ui/link.tsx';

/** `children`: what is not found, in other words than those for any page. */
export function NotFoundPage({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageTitle page="notFound" />
      {children ?? (
        <>
          <p>{t('pages.notFound.text')}</p>
          <p>
            <ButtonLink href={paths.home}>{t('pages.notFound.link')}</ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
