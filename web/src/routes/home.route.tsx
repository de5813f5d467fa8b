import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { secretLimits } from '../contracts/secret-limits.ts';
import { SecretForm } from '../features/conceal-secret/secret-form.tsx';
import { useCaptchaOnDemand } from '../features/solve-captcha/captcha-on-demand.ts';
import { type Created, rememberCreated } from '../secrets/created-here.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';

export function HomePage() {
  const { t } = useTranslation(['core', 'public']);
  const navigate = useNavigate();
  const data = pageData();
  const captcha = useCaptchaOnDemand();
  const onDone = useCallback(
    (created: Created) => {
      rememberCreated(created);
      void navigate(paths.metadata(created.metadataKey), { state: { createdHere: true } });
    },
    [navigate],
  );
  return (
    <div className="mx-auto flex max-w-home flex-col gap-6">
      <div className="flex flex-col gap-3">
        <PageTitle page="home" look="display" />
        <p className="text-text-2">{t('public:form.hint')}</p>
      </div>
      <div className="card">
        <SecretForm limits={secretLimits(data)} prefilled={data.formFields.secret} captcha={captcha} onDone={onDone} />
      </div>
      {data.authentication.signup && data.plansEnabled && (
        <p className="rounded-md bg-accent-soft p-4 text-ui" data-testid="premium">
          {t('public:premium.text')} <TextLink href={paths.pricing}>{t('public:premium.link')}</TextLink>
        </p>
      )}
    </div>
  );
}
