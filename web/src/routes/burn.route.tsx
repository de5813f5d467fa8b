import { useTranslation } from 'react-i18next';
import { useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { GonePage } from '../app/gone-page.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { BurnForm } from '../features/burn-secret/burn-form.tsx';
import { CannotBurn } from '../features/burn-secret/cannot-burn.tsx';
import { announce } from '../lib/announcer.ts';
import { wasCreatedHere } from '../secrets/created-here.ts';
import type { Metadata } from '../secrets/metadata.ts';
import { paths } from '../site/paths.ts';
import { Seal } from '../ui/seal.tsx';
import type { LoadedMetadata } from './metadata.route.tsx';

export function BurnRoute() {
  const { metadataKey, metadata } = useLoaderData<LoadedMetadata>();
  if (metadata === null) return <GonePage />;
  const status = metadata.record.state;
  const backHref = paths.metadata(metadataKey);
  if (status !== 'new') return <CannotBurn record={metadata.record} status={status} backHref={backHref} />;
  return <BurnPage metadataKey={metadataKey} metadata={metadata} backHref={backHref} />;
}

function BurnPage(props: { metadataKey: string; metadata: Metadata; backHref: string }) {
  const { metadataKey, metadata, backHref } = props;
  const { t } = useTranslation(['core', 'public']);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const createdHere = wasCreatedHere(metadataKey);
  const back = () => navigate(backHref, { state: { createdHere } });
  const onBurned = async () => {
    await navigate(backHref, { state: { createdHere, justBurned: true } });
    announce(t('public:burn.done'), 'assertive');
  };
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <div className="flex items-center gap-4">
        <Seal state="sealed" />
        <PageTitle page="burn" />
      </div>
      <p>{t('public:burn.text')}</p>
      <p className="text-ui text-text-2">
        {t('public:burn.secretKey')} <code dir="ltr">{metadata.record.secret_shortkey}</code>
      </p>
      <BurnForm
        metadataKey={metadataKey}
        hasPassphrase={metadata.details.has_passphrase && !metadata.details.is_by_owner_handle}
        backHref={backHref}
        onBurned={onBurned}
        onTooLate={revalidate}
        onCancel={back}
      />
    </div>
  );
}
