import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { documentTitle } from '../app/route-table.ts';
import { Onward, ResetForm } from '../features/reset-password/reset-form.tsx';
import { apiPaths, paths } from '../site/paths.ts';
import { PageHeading } from '../ui/page-heading.tsx';

/** The page the emailed link opens. */
export function ResetPasswordPage() {
  const { t } = useTranslation(['core', 'public']);
  const { resetKey = '' } = useParams();
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  const toSignIn = useCallback(() => void navigate(paths.signIn), [navigate]);
  const onDone = useCallback(() => setDone(true), []);
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageHeading documentTitle={documentTitle('resetPassword', t('pages.resetPassword.title'))}>
        {t('pages.resetPassword.heading')}
      </PageHeading>
      {isDone ? (
        <Onward href={paths.signIn} onGo={toSignIn} />
      ) : (
        <ResetForm path={apiPaths.resetPassword(resetKey)} onDone={onDone} />
      )}
    </div>
  );
}
