import { useQuery } from '@apollo/client/react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { ThemeToggle } from '../features/choose-theme/theme-toggle.tsx';
import type { Viewer } from '../features/manage-account/account.ts';
import { DangerSection } from '../features/manage-account/danger-section.tsx';
import { LanguageSection } from '../features/manage-account/language-section.tsx';
import { PasswordSection } from '../features/manage-account/password-section.tsx';
import { PlanSection } from '../features/manage-account/plan-section.tsx';
import { ProfileSection } from '../features/manage-account/profile-section.tsx';
import { SessionsSection } from '../features/manage-account/sessions-section.tsx';
import { TokensSection } from '../features/manage-account/tokens-section.tsx';
import { TrailSection } from '../features/manage-account/trail-section.tsx';
import { TwoStepSection } from '../features/manage-account/two-step-section.tsx';
import { useUpgrade } from '../features/upgrade-plan/use-upgrade.tsx';
import { GraphProvider } from '../gql/graph-client.tsx';
import { accountOperation } from '../gql/operations/account.generated.ts';
import { requireTexts } from '../i18n/change-locale.ts';
import { guardPage } from '../session/session.ts';
import { clearStores } from '../session/session-stores.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { loadedOnDemand } from '../ui/on-demand.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';
import { Section } from '../ui/section.tsx';

/** Has files of its own, code and texts, which nobody waits for who came for something else. */
const WebhooksSection = loadedOnDemand(async () => {
  const [section] = await Promise.all([
    import('../features/manage-webhooks/webhooks-section.tsx'),
    requireTexts(['webhooks']),
  ]);
  return section.WebhooksSection;
});

/** Everything customers can see and change about their account; each section saves separately. */
export function AccountPage() {
  return (
    <div className="mx-auto flex min-h-dvh max-w-policy flex-col gap-6">
      <PageTitle page="account" />
      <GraphProvider>
        <Account />
      </GraphProvider>
    </div>
  );
}

function Account() {
  const { data, error, refetch } = useQuery(accountOperation);
  const reload = () => refetch();
  if (data?.viewer) return <Sections viewer={data.viewer} reload={reload} />;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void reload()} />;
  return data?.viewer === null ? <NobodyHere /> : <AccountSkeleton />;
}

/** The session ended elsewhere: a check finds out and leads to the sign-in page, as there is nothing to show here. */
function NobodyHere() {
  useEffect(() => void guardPage(), []);
  return <AccountSkeleton />;
}

/** Stands where the sections will be, down to the end of the window; they replace it as a whole, so nothing moves. */
function AccountSkeleton() {
  return (
    <>
      <LoadingBlock rows={5} />
      <LoadingBlock rows={3} />
      <LoadingBlock rows={3} />
    </>
  );
}

function Sections({ viewer, reload }: { viewer: Viewer; reload: () => Promise<unknown> }) {
  const { t } = useTranslation('app');
  const upgrade = useUpgrade();
  return (
    <>
      <ProfileSection viewer={viewer} />
      <PlanSection plan={viewer.plan} hasDomains={pageData().domainsEnabled} onUpgrade={upgrade.open} />
      <LanguageSection />
      <Section title={t('account.appearance')}>
        <div>
          <ThemeToggle />
        </div>
      </Section>
      <PasswordSection custid={viewer.custid} onChanged={() => void reload()} />
      <TwoStepSection twoStep={viewer.twoStep} onChanged={reload} />
      <SessionsSection sessions={viewer.sessions} onChanged={reload} />
      <TokensSection tokens={viewer.apiTokens} onChanged={reload} />
      <Suspense fallback={<LoadingBlock rows={3} />}>
        <WebhooksSection of="ACCOUNT" pathOf={paths.webhook} />
      </Suspense>
      <TrailSection />
      <DangerSection custid={viewer.custid} onDeleted={leave} />
      {upgrade.dialog}
    </>
  );
}

/** The account is gone, so nothing of it stays in this browser. */
function leave(): void {
  clearStores();
  location.assign(paths.home);
}
