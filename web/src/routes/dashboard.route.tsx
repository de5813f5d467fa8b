import { Zap } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDashboard } from '../activity/use-dashboard.ts';
import { PageTitle } from '../app/page-title.tsx';
import { secretLimits } from '../contracts/secret-limits.ts';
import { useCustomerDelivery } from '../features/conceal-secret/delivery-fields.tsx';
import { SecretForm } from '../features/conceal-secret/secret-form.tsx';
import { DashboardTabs } from '../features/dashboard-tabs/dashboard-tabs.tsx';
import { MissingDomains } from '../features/manage-domains/missing-domains.tsx';
import { RecentLists } from '../features/recent-secrets/recent-lists.tsx';
import { RowStory } from '../features/show-metadata/row-story.tsx';
import { useCaptchaOnDemand } from '../features/solve-captcha/captcha-on-demand.ts';
import { LiveMark } from '../gql/live-mark.tsx';
import { type Created, rememberCreated } from '../secrets/created-here.ts';
import { NewLabelField } from '../secrets/label-form.tsx';
import { labelNewSecret } from '../secrets/save-label.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { BesideHeading } from '../ui/beside-heading.tsx';
import { Link } from '../ui/link.tsx';

export function DashboardPage() {
  const { t } = useTranslation(['core', 'app']);
  const navigate = useNavigate();
  const form = useRef<HTMLDivElement>(null);
  const data = pageData();
  const captcha = useCaptchaOnDemand();
  const delivery = useCustomerDelivery();
  const label = useRef('');
  const onDone = useCallback(
    (created: Created) => {
      rememberCreated(created);
      labelNewSecret(created.metadataKey, label.current);
      void navigate(paths.metadata(created.metadataKey), { state: { createdHere: true } });
    },
    [navigate],
  );
  const dashboard = useDashboard();
  const lacksDomains = data.domainsEnabled && data.authentication.signup && delivery?.domains === null;
  return (
    <div className="mx-auto flex min-h-dvh max-w-wide flex-col gap-6">
      <BesideHeading heading={<PageTitle page="dashboard" />}>
        <LiveMark />
      </BesideHeading>
      <DashboardTabs current="home" counts={dashboard.counts} />
      <div ref={form} className="card">
        <SecretForm
          limits={secretLimits(data)}
          prefilled={data.formFields.secret}
          domainNote={
            data.domainsEnabled && (
              <MissingDomains count={dashboard.counts.domains} suspended={dashboard.suspendedDomains} />
            )
          }
          ownField={<NewLabelField label={label} />}
          captcha={captcha}
          onDone={onDone}
          {...(delivery === undefined ? {} : { delivery })}
        />
      </div>
      {lacksDomains && (
        <p className="text-ui text-text-2">
          <Link href={paths.domains} className="link inline-flex items-center gap-1">
            <Zap className="size-5" strokeWidth={1.75} aria-hidden="true" />
            {t('app:recent.domainsUpgrade')}
          </Link>
        </p>
      )}
      <RecentLists
        dashboard={dashboard}
        storyOf={(key) => <RowStory metadataKey={key} />}
        onCreate={() => form.current?.querySelector('textarea')?.focus()}
      />
    </div>
  );
}
