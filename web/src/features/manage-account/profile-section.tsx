import { useTranslation } from 'react-i18next';
import { Moment } from '../../ui/moment.tsx';
import { FactsSection } from '../../ui/section.tsx';
import type { Viewer } from './account.ts';

export function ProfileSection({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation('app');
  const moment = (at: number) => <Moment unixSeconds={at} />;
  const { usage } = viewer;
  return (
    <FactsSection
      title={t('account.profile.title')}
      facts={[
        { name: t('account.profile.custid'), value: <bdi className="font-medium">{viewer.custid}</bdi> },
        { name: t('account.profile.created'), value: moment(viewer.created) },
        ...(viewer.lastSignIn === null
          ? []
          : [{ name: t('account.profile.lastSignIn'), value: moment(viewer.lastSignIn) }]),
        {
          name: t('account.profile.usage'),
          value: t('account.profile.usageText', {
            created: usage.secretsCreated,
            opened: usage.secretsShared,
            burned: usage.secretsBurned,
            mailed: usage.emailsSent,
          }),
        },
      ]}
    />
  );
}
