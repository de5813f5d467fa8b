import { productLocales } from '@onceover/schema/locales';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { LOCALES } from '../i18n/locales.ts';
import { offeredLocales } from '../i18n/set-up-i18n.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';

interface Language {
  readonly tag: string;
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
}

export function TranslationsPage() {
  const { t } = useTranslation(['core', 'public']);
  return (
    <article className="mx-auto flex max-w-policy flex-col gap-8">
      <div className="flex flex-col gap-3">
        <PageTitle page="translations" />
        <p className="text-text-2">{t('public:translations.intro')}</p>
      </div>
      <Languages
        title={t('public:translations.pages')}
        text={t('public:translations.pagesText')}
        languages={offeredLocales().map((code) => LOCALES[code])}
      />
      <Languages
        title={t('public:translations.emails')}
        text={t('public:translations.emailsText')}
        languages={productLocales}
      />
      <section className="flex flex-col gap-2">
        <h2>{t('public:translations.mistake')}</h2>
        <p>{t('public:translations.mistakeText')}</p>
        <p>
          <TextLink href={paths.feedback}>{t('pages.feedback.title')}</TextLink>
        </p>
      </section>
    </article>
  );
}

function Languages({ title, text, languages }: { title: string; text: string; languages: readonly Language[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h2>{title}</h2>
      <p>{text}</p>
      <ul aria-label={title} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-1">
        {languages.map(({ tag, name, dir }) => (
          <li key={tag}>
            <bdi lang={tag} dir={dir}>
              {name}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
