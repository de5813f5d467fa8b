import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { formatNumber } from '../i18n/format.ts';
import { languageFigures } from '../i18n/language-figures.generated.ts';
import { LOCALES, type LocaleCode } from '../i18n/locales.ts';
import { offeredLocales } from '../i18n/set-up-i18n.ts';
import { paths } from '../site/paths.ts';
import { TextLink } from '../ui/link.tsx';

export function TranslationsPage() {
  const { t } = useTranslation(['core', 'public']);
  return (
    <article className="mx-auto flex w-full min-w-0 max-w-policy flex-col gap-8">
      <div className="flex flex-col gap-3">
        <PageTitle page="translations" />
        <p className="text-text-2">{t('public:translations.intro')}</p>
      </div>
      <section className="flex min-w-0 flex-col gap-2">
        <h2>{t('public:translations.languages')}</h2>
        <p>{t('public:translations.languagesText')}</p>
        <LanguageTable />
      </section>
      <section className="flex flex-col gap-2">
        <h2>{t('public:translations.made')}</h2>
        <p>{t('public:translations.madeText')}</p>
      </section>
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

const columns = ['language', 'texts', 'reviewed', 'native'] as const;
const cell = 'border-t border-border py-2 pe-4 text-start align-top';

/** Every language by its own name, and how far its texts have come. Too wide for the window, it scrolls in its own box. */
function LanguageTable() {
  const { t, i18n } = useTranslation('public');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full text-ui" data-testid="languages">
        <caption className="sr-only">{t('translations.languages')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="py-2 pe-4 text-start align-bottom text-small font-medium text-text-2"
              >
                {t(`translations.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {offeredLocales().map((code) => (
            <tr key={code}>
              <th scope="row" className={`${cell} font-medium whitespace-nowrap`}>
                <LanguageName code={code} />
              </th>
              {figuresOf(code).map(([column, figure]) => (
                <td key={column} className={`${cell} tabular-nums`}>
                  {formatNumber(figure, i18n.language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function figuresOf(code: LocaleCode): [column: string, figure: number][] {
  const { texts, reviewed, native } = languageFigures[code];
  return Object.entries({ texts, reviewed, native });
}

function LanguageName({ code }: { readonly code: LocaleCode }) {
  const { tag, dir, name } = LOCALES[code];
  return (
    <bdi lang={tag} dir={dir}>
      {name}
    </bdi>
  );
}
