import type { PageData } from '@onceover/schema/web/page-data';
import type coreTexts from '../../i18n/locales/en/core.json';
import { paths } from '../../site/paths.ts';

type FooterLabel = keyof (typeof coreTexts)['footer'];

export interface FooterList {
  readonly title: 'company' | 'resources' | 'legals';
  readonly links: readonly { readonly label: FooterLabel; readonly href: string }[];
}

type FooterFacts = 'plansEnabled' | 'authentication' | 'supportHost' | 'githubUrl' | 'policies';

/** The footer's lists. Without a support host the resources are sections of the About page, so that no link is dead. */
export function footerLists(data: Pick<PageData, FooterFacts>): FooterList[] {
  const support = data.supportHost === null ? null : `https://${data.supportHost}`;
  const resource = (path: string, section: string) => (support === null ? `${paths.about}#${section}` : support + path);
  const hasPricing = data.plansEnabled && data.authentication.enabled;
  return [
    {
      title: 'company',
      links: [
        { label: 'about', href: paths.about },
        ...(hasPricing ? [{ label: 'pricing', href: paths.pricing } as const] : []),
        ...(support === null ? [] : [{ label: 'blog', href: `${support}/blog` } as const]),
      ],
    },
    {
      title: 'resources',
      links: [
        ...(data.githubUrl === null ? [] : [{ label: 'github', href: data.githubUrl } as const]),
        { label: 'docs', href: resource('/docs', 'docs') },
        { label: 'api', href: resource('/docs/api', 'api') },
        { label: 'status', href: resource('/status', 'status') },
      ],
    },
    ...(data.policies === 'off' ? [] : [legals]),
  ];
}

const legals: FooterList = {
  title: 'legals',
  links: [
    { label: 'privacy', href: paths.privacy },
    { label: 'terms', href: paths.terms },
    { label: 'security', href: paths.security },
  ],
};
