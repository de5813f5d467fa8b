import { useTranslation } from 'react-i18next';
import { Moment } from '../../ui/moment.tsx';
import { FactsSection, fact } from '../../ui/section.tsx';
import type { Profile } from './account.ts';

export function ProfileSection({ viewer }: { viewer: Profile }) {
  const { t } = useTranslation('app');
  const moment = (at: number) => <Moment unixSeconds={at} />;
  const { usage } = viewer;
  return (
    <FactsSection
      title={t('account.profile.title')}
      facts={[
        fact(t('account.profile.custid'), <bdi className="font-medium">{viewer.custid}</bdi>),
        fact(t('account.profile.created'), moment(viewer.created)),
        ...(viewer.lastSignIn === null
          ? []
          : [{ name: t('account.profile.lastSignIn'), value: moment(viewer.lastSignIn) }]),
        fact(
          t('account.profile.usage'),
          t('account.profile.usageText', {
            created: usage.secretsCreated,
            opened: usage.secretsShared,
            burned: usage.secretsBurned,
            mailed: usage.emailsSent,
          }),
        ),
      ]}
    />
  );
}
