import { useTranslation } from 'react-i18next';
import { createBrowserRouter, type RouteObject, useLocation, useNavigate, useRouteError } from 'react-router';
import { BrokenPage } from '../app/error-boundary.tsx';
import { RootLayout, type RouteHandle } from '../app/root-layout.tsx';
import { routeTable } from '../app/route-table.ts';
import { describeError } from '../i18n/describe-error.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { NotFoundPage } from '../routes/not-found.route.tsx';
import { isServedHere } from '../site/site-address.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { type AppPage, colonelFrame, isColonelPage, pages } from './pages.ts';

const layouts: Partial<Record<AppPage, RouteHandle['layout']>> = {
  burn: 'minimal',
  signIn: 'quiet',
  signUp: 'quiet',
  resendVerification: 'quiet',
  forgot: 'quiet',
  resetPassword: 'quiet',
  choosePassword: 'quiet',
  signOut: 'quiet',
};

/** The pages that are served here, the colonels' among them or the others. */
function routesOf(isForColonels: boolean): RouteObject[] {
  return routeTable.flatMap((row): RouteObject[] => {
    if (row.page === 'secret' || !isServedHere(row.pattern) || isColonelPage(row.page) !== isForColonels) return [];
    const handle: RouteHandle = { layout: layouts[row.page] ?? 'default', isFeedback: row.page === 'feedback' };
    return [{ path: row.pattern, ...pages[row.page], handle, errorElement: <RouteError /> }];
  });
}

export function createAppRouter() {
  return createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: (
        <RootLayout>
          <RouteError />
        </RootLayout>
      ),
      children: [
        ...routesOf(false),
        { ...colonelFrame, children: routesOf(true), errorElement: <RouteError /> },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
}

/** A page that could not be opened: its data or its code did not arrive, or it broke. */
function RouteError() {
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
