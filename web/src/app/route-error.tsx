import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { describeError } from '../i18n/describe-error.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { BrokenPage } from './error-boundary.tsx';

/** What a page shows that could not be entered: its data did not come, its code is no longer there, or it broke. */
export function RouteError() {
  const error = useRouteError();
  if (error instanceof ApiError) return <LoadFailed error={error} />;
  return <BrokenPage isNewVersion={error instanceof TypeError && /import|module/i.test(error.message)} />;
}

function LoadFailed({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const heading = t('errors.initialPageData');
  const retry = () => navigate(location, { replace: true, state: location.state });
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={`${heading} · Onceover`}>{heading}</PageHeading>
      <p>{describeError(error, t)}</p>
      <p>
        <ActionButton look="primary" onClick={retry}>
          {t('errors.retry')}
        </ActionButton>
      </p>
    </div>
  );
}
