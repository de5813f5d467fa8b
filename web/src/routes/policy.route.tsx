import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { Notice } from '../ui/notice.tsx';

const policies = {
  privacy: ['contents', 'logs', 'cookies'],
  terms: ['use', 'liability'],
  security: ['once', 'crypto', 'report'],
} as const;

/** Privacy, terms, security: drafts until the people who run the installation approve their own texts. */
export function PolicyPage() {
  const { pathname } = useLocation();
  if (pathname === paths.privacy) return <Policy key="privacy" name="privacy" />;
  return pathname === paths.terms ? <Policy key="terms" name="terms" /> : <Policy key="security" name="security" />;
}

function Policy({ name }: { name: keyof typeof policies }) {
  const { t, i18n } = useTranslation(['core', 'public']);
  return (
    <article className="mx-auto flex max-w-policy flex-col gap-8">
      <PageTitle page={name} />
      {pageData().policies === 'drafts' && (
        <Notice kind="warning" title={t('public:policy.draft')}>
          {t('public:policy.draftText')}
        </Notice>
      )}
      {policies[name].map((section) => (
        <section key={section} className="flex flex-col gap-2">
          {/* The keys of a policy's sections are the pairs `<section>` and `<section>Text` of its bundle. */}
          <h2>{i18n.getResource(i18n.language, 'public', `policy.${name}.${section}`)}</h2>
          <p>{i18n.getResource(i18n.language, 'public', `policy.${name}.${section}Text`)}</p>
        </section>
      ))}
    </article>
  );
}
