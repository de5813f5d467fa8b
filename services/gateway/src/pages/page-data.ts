import { locales } from '@onceover/schema/locales';
import { customOriginsOf } from '@onceover/schema/web/custom-hosts';
import type { CustomerData, PageData } from '@onceover/schema/web/page-data';
import type { GatewayConfig } from '../config.ts';
import type { EdgeParts } from '../edge-parts.ts';
import type { Locale } from '../locale/choose-locale.ts';
import type { ShowPageViewerQuery } from '../operations/operations.generated.ts';
import type { AnonymousLimits } from './anonymous-limits.ts';

/** What all pages of this installation have in common. */
export interface SiteFacts extends Pick<EdgeParts, 'site' | 'features'> {
  readonly config: Pick<GatewayConfig, 'supportHost' | 'githubUrl' | 'passwordMinLength'>;
  readonly version: string;
}

type Viewer = NonNullable<ShowPageViewerQuery['viewer']>;

type ColonelRights = Pick<CustomerData, 'colonel' | 'colonelWithoutSecondStep'>;

/** The customer who views a page; null for visitors, and for everyone if the page is the same for all. */
export type PageCustomer = (ShowPageViewerQuery & { readonly viewer: Viewer; readonly colonel: ColonelRights }) | null;

/** The data of one page. Nothing in it depends on a key, and on the secret pages nothing depends on the viewer. */
export function pageDataFor(
  { site, features, config, version }: SiteFacts,
  anonymous: AnonymousLimits,
  page: {
    readonly locale: Locale;
    readonly shrimp: string | null;
    readonly customer: PageCustomer;
    readonly customHost: string | null;
  },
): PageData {
  const { customer } = page;
  const limits = customer?.viewer.plan.limits ?? anonymous;
  return {
    authenticated: customer !== null,
    authentication: { enabled: features.signIn, signin: features.signIn, signup: features.signUp },
    cust: customer === null ? null : customerData(customer.viewer, customer.colonel),
    availablePlans: { anonymous: { ttl: anonymous.maxTtlSeconds, size: anonymous.maxCharacters } },
    formFields: { secret: '' },
    domainsEnabled: features.domains,
    customDomains: features.domains && customer !== null ? routableHosts(customer) : [],
    ...placeOf(site.origin, page.customHost),
    secretOptions: { defaultTtl: limits.defaultTtlSeconds, ttlOptions: [...limits.ttlOptions] },
    otVersion: version,
    plansEnabled: features.signUp,
    passwordMinLength: config.passwordMinLength,
    supportHost: config.supportHost ?? null,
    incomingRecipient: features.incomingRecipient ?? null,
    incomingTicketExample: features.ticketExample,
    supportedLocales: locales.map(({ code }) => code),
    locale: page.locale.code,
    testimonialsEnabled: features.testimonials,
    policies: features.policies,
    githubUrl: (page.customHost === null ? config.githubUrl : undefined) ?? null,
    shrimp: page.shrimp,
  };
}

/** A customer's host names the site once, for the links that lead there. */
function placeOf(siteOrigin: string, customHost: string | null): Pick<PageData, 'siteHost' | 'siteOrigin'> {
  if (customHost === null) return { siteHost: new URL(siteOrigin).host, siteOrigin: null };
  return { siteHost: new URL(customOriginsOf(siteOrigin)(customHost)).host, siteOrigin };
}

function customerData(viewer: Viewer, rights: ColonelRights): CustomerData {
  const { custid, locale, plan, twoStep } = viewer;
  return {
    custid,
    locale,
    ...rights,
    twoStep: twoStep.isEnabled,
    plan: {
      id: plan.id,
      name: plan.name,
      customDomains: plan.features.customDomains,
      email: plan.features.email,
      ttl: plan.limits.maxTtlSeconds,
      size: plan.limits.maxCharacters,
      maxRecipients: plan.limits.maxRecipients,
    },
  };
}

/** Those that are proven and lead here: a link on any other host would not open. */
function routableHosts({ viewer, domains }: NonNullable<PageCustomer>): string[] {
  if (!viewer.plan.features.customDomains) return [];
  return domains.nodes.filter(({ isRoutable }) => isRoutable).map(({ host }) => host);
}
