import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { apiPaths, paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';

/** What this is, how it works, how to use it from a terminal. The footer's resources lead to its sections. */
export function AboutPage() {
  const { t } = useTranslation(['core', 'public']);
  const conceal = `curl -d 'secret=tea at five' ${location.origin}${apiPaths.conceal}`;
  const reveal = `curl -d continue=true ${location.origin}/api/v2/secret/SECRET_KEY`;
  return (
    <article className="mx-auto flex max-w-policy flex-col gap-10">
      <div className="flex flex-col gap-3">
        <PageTitle page="about" />
        <p>{t('public:about.intro')}</p>
      </div>
      <section id="docs" className="flex flex-col gap-2">
        <h2>{t('public:about.docs')}</h2>
        <ol className="list-decimal ps-6">
          {(['one', 'two', 'three'] as const).map((step) => (
            <li key={step}>{t(`public:about.docsSteps.${step}`)}</li>
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-2">
        <h2>{t('public:about.promise')}</h2>
        <ul className="list-disc ps-6">
          {(['once', 'again', 'wrong', 'deleted'] as const).map((promise) => (
            <li key={promise}>{t(`public:about.promises.${promise}`)}</li>
          ))}
        </ul>
      </section>
      <section id="api" className="flex flex-col gap-2">
        <h2>{t('public:about.api')}</h2>
        <p>{t('public:about.apiText')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
        <pre dir="ltr" className="overflow-x-auto rounded-md bg-surface-2 p-4 text-start text-small" tabIndex={0}>
          <code>{`${conceal}\n${reveal}`}</code>
        </pre>
      </section>
      <section id="status" className="flex flex-col gap-2">
        <h2>{t('public:about.status')}</h2>
        <p>{t('public:about.statusText')}</p>
        <p>
          <a className="link" href={apiPaths.status}>
            {t('public:about.statusLink')}
          </a>
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h2>{t('public:about.languages')}</h2>
        <p>{t('public:about.languagesText')}</p>
        <p>
          <TextLink href={paths.translations}>{t('pages.translations.title')}</TextLink>
        </p>
      </section>
      <section className="flex flex-col gap-2">
        <h2>{t('public:about.contact')}</h2>
        <p>{t('public:about.contactText', { host: location.host })}</p>
      </section>
    </article>
  );
}
