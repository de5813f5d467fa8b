import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/disclosure.tsx';

/** For a wary stranger: what this is, what the click does, who sees it, and where they are. */
export function RecipientDetails() {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('secret.whereYouAre', { host: '\n' }).split('\n');
  return (
    <div className="border-t border-border pt-3">
      <Disclosure summary={t('secret.details.summary')}>
        <dl className="flex flex-col gap-3">
          {(['what', 'click', 'see'] as const).map((topic) => (
            <div key={topic}>
              <dt className="font-medium text-text">{t(`secret.details.${topic}`)}</dt>
              <dd>{t(`secret.details.${topic}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className="mt-2 text-small text-text-3">
        {before}
        <bdi dir="ltr" className="font-medium text-text-2">
          {location.host}
        </bdi>
        {after}
        {'. '}
        {t('secret.never')}
      </p>
    </div>
  );
}
