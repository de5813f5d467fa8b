import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ThemeToggle } from '../features/choose-theme/theme-toggle.tsx';
import { LanguageSection } from '../features/manage-account/language-section.tsx';
import { PlanSection } from '../features/manage-account/plan-section.tsx';
import { ProfileSection } from '../features/manage-account/profile-section.tsx';
import { useUpgrade } from '../features/upgrade-plan/use-upgrade.tsx';
import { accountProfileOperation } from '../gql/operations/account-profile.generated.ts';
import { pageData } from '../site/page-data.ts';
import { Section } from '../ui/section.tsx';
import { AccountFrame, OwnAccount } from './account-frame.tsx';

/** Who the account belongs to, what it may do, and how the site looks to its owner. Each section saves separately. */
export function AccountPage() {
  return (
    <AccountFrame page="account">
      <Sections />
    </AccountFrame>
  );
}

function Sections() {
  const { t } = useTranslation('app');
  const upgrade = useUpgrade();
  return (
    <OwnAccount of={useQuery(accountProfileOperation)} rows={[5, 6, 3]}>
      {(viewer) => (
        <>
          <ProfileSection viewer={viewer} />
          <PlanSection plan={viewer.plan} hasDomains={pageData().domainsEnabled} onUpgrade={upgrade.open} />
          <LanguageSection />
          <Section title={t('account.appearance')}>
            <div>
              <ThemeToggle />
            </div>
          </Section>
          {upgrade.dialog}
        </>
      )}
    </OwnAccount>
  );
}
