import { useTranslation } from 'react-i18next';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { isOnCustomHost } from '../site/site-address.ts';
import { ButtonLink, TextLink } from '../ui/link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** One page for viewed, burned, expired, unknown and mistyped links: no cause is named, no state is shown. */
export function GonePage() {
  const { t } = useTranslation();
  const heading = t('gone.heading');
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={`${t('errors.secretNotFound')} · Onceover`}>{heading}</PageHeading>
      <p>{t('gone.why')}</p>
      <p>{t('gone.ask')}</p>
      <p className="mt-2">
        <ButtonLink href={paths.home}>{t('gone.home')}</ButtonLink>
      </p>
      <p className="text-small">
        <TextLink href={paths.home}>{t('gone.createOwn')}</TextLink>
      </p>
      {pageData().authentication.signup && !isOnCustomHost() && (
        <p className="text-small">
          <TextLink href={paths.resendVerification}>{t('gone.verifying')}</TextLink>
        </p>
      )}
    </div>
  );
}
