import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { Onward, ResetForm } from '../features/reset-password/reset-form.tsx';
import { apiPaths, paths } from '../site/paths.ts';

export function ResetPasswordPage() {
  const { resetKey = '' } = useParams();
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  const toSignIn = useCallback(() => void navigate(paths.signIn), [navigate]);
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <PageTitle page="resetPassword" />
      {isDone ? (
        <Onward href={paths.signIn} onGo={toSignIn} />
      ) : (
        <ResetForm path={apiPaths.resetPassword(resetKey)} onDone={() => setDone(true)} />
      )}
    </div>
  );
}
