import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { ResetForm } from '../features/reset-password/reset-form.tsx';
import { apiPaths, paths } from '../site/paths.ts';
import { ButtonLink } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';

/** For the reader of a verification link who did not sign up, or does not know the password of that sign-up. */
export function ChoosePasswordPage() {
  const { t } = useTranslation(['core', 'public']);
  const { secretKey = '' } = useParams();
  const [isDone, setDone] = useState(false);
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageTitle page="choosePassword" />
      {isDone ? (
        <>
          <Notice kind="success">{t('public:resetPassword.chosen')}</Notice>
          <ButtonLink href={paths.signIn} look="primary" className="max-sm:w-full">
            {t('public:resetPassword.toSignIn')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="text-text-2">{t('public:resetPassword.chooseText')}</p>
          <ResetForm path={apiPaths.choosePassword(secretKey)} onDone={() => setDone(true)} />
        </>
      )}
    </div>
  );
}
