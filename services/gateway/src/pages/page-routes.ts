import { isColonel, isColonelWithoutSecondStep } from '@onceover/schema/caller';
import { locales } from '@onceover/schema/locales';
import { customOriginsOf } from '@onceover/schema/web/custom-hosts';
import type { WebShell } from '@onceover/schema/web/shell';
import { randomBytes } from '@onceover/service-kit/crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { queryOf } from '../http/app.ts';
import type { HeaderList } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { chooseLocale, type Locale } from '../locale/choose-locale.ts';
import { findCustomer, showPageViewer } from '../operations/operations.generated.ts';
import type { ExecuteOperation } from '../operations/stored-operation.ts';
import { noCookies } from '../session/cookies.ts';
import { visitorOf } from '../session/identify.ts';
import type { Identity } from '../session/identity.ts';
import type { AnonymousLimits } from './anonymous-limits.ts';
import { entranceOf, isUnlisted, redirects } from './entrance.ts';
import { type PageCustomer, pageDataFor, type SiteFacts } from './page-data.ts';
import { type Page, type PageTemplate, pageTemplate } from './render-page.ts';
import { isWishToSignOut, signOutByLink } from './sign-out-by-link.ts';

export interface PageParts extends EdgeParts, SiteFacts {
  readonly shell: WebShell;
  readonly execute: ExecuteOperation;
  readonly anonymousLimits: () => Promise<AnonymousLimits>;
  readonly hasIcons: boolean;
}

type Show = (request: FastifyRequest, reply: FastifyReply, known?: Identity) => Promise<void>;

/** Adds the pages of the web build to the server; returns the 404 page. Pages set cookies only for remember-me. */
export function addPageRoutes(app: FastifyInstance, parts: PageParts): Show {
  const { shell } = parts;
  const notFound = pageFor(parts, shell.notFound, { status: 404, isUnlisted: false, isEqualForAll: false });
  for (const route of shell.routes) {
    const isEqualForAll = route.pattern.startsWith('/secret/');
    const manner = { status: 200, isUnlisted: route.isPrivate || isUnlisted(route.pattern), isEqualForAll };
    const show = pageFor(parts, route, manner);
    if (route.pattern !== '/logout')
      app.get(route.pattern, enter(parts, route.pattern, { show, notFound, isEqualForAll }));
    else app.get(route.pattern, askBeforeSignOut(parts, show));
  }
  for (const name of laterNames) app.get(`/${name}/:key`, toPrivatePage(parts));
  for (const path of Object.keys(redirects)) {
    app.get(path, enter(parts, path, { show: notFound, notFound, isEqualForAll: false }));
  }
  if (!shell.routes.some(({ pattern }) => pattern === '/logout')) app.get('/logout', askBeforeSignOut(parts, notFound));
  return notFound;
}

/** What later versions, and the original before them, call the page of a secret's creator. Source: dialects 2. */
const laterNames = ['receipt', 'metadata'] as const;

function toPrivatePage({ headers }: PageParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { key } = request.params as { readonly key: string };
    const moreHeaders = ['Location', `/private/${encodeURIComponent(key)}`];
    send(request, reply, { status: 302, headers: headers.html, body: '', moreHeaders });
  };
}

function askBeforeSignOut(parts: PageParts, show: Show) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isWishToSignOut(request)) await signOutByLink(request, reply, parts);
    else await show(request, reply);
  };
}

function enter(
  parts: PageParts,
  pattern: string,
  { show, notFound, isEqualForAll }: { readonly show: Show; readonly notFound: Show; readonly isEqualForAll: boolean },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const identity = await identityFor(parts, request, isEqualForAll);
    if (pattern === LINK_PAGE && request.method === 'GET') noteVisit(parts, request, identity);
    const entrance = entranceOf(pattern, { identity, features: parts.features });
    if (entrance === 'page' && (await isThere(parts, pattern, request, identity))) await show(request, reply, identity);
    else if (entrance === 'page' || entrance === 'not-found') await notFound(request, reply, identity);
    else {
      const moreHeaders = ['Location', withNoticeOf(request, entrance.goTo)];
      send(request, reply, { status: 302, headers: parts.headers.html, body: '', moreHeaders });
    }
  };
}

/** Whether there is what the address names, where only the service knows: a colonel who looks for nobody gets a 404. */
async function isThere(
  { execute }: Pick<PageParts, 'execute'>,
  pattern: string,
  { params }: FastifyRequest,
  { caller }: Identity,
): Promise<boolean> {
  if (pattern !== '/colonel/customers/:customerId' || !isColonel(caller)) return true;
  const { customerId: id } = params as { readonly customerId: string };
  return (await execute(findCustomer, { id }, caller)).customer !== null;
}

const LINK_PAGE = '/secret/:secretKey';

/** The page of a link is the same for everybody; whoever created the link sees that a program fetched it. */
function noteVisit({ openings }: PageParts, request: FastifyRequest, { caller }: Identity): void {
  const { secretKey = '' } = request.params as { readonly secretKey?: string };
  openings.noteVisit(secretKey, { caller, headers: request.headers, peer: request.ip });
}

/** What the answer to a plain form has to say goes along to the page that is shown instead. */
function withNoticeOf(request: FastifyRequest, path: string): string {
  const notice = new URLSearchParams(queryOf(request)).get('notice') ?? '';
  return /^[a-z_]{1,40}$/.test(notice) ? `${path}?notice=${notice}` : path;
}

/**
 * Cookies are ignored where a page is the same for all, and on custom hosts; so are API tokens, which are not for pages.
 * Where sign-in is off, pages have no customers, even if a session is left; it stays what form tokens are bound to.
 */
async function identityFor(
  { identify, features, originOf }: PageParts,
  request: FastifyRequest,
  isEqualForAll: boolean,
): Promise<Identity> {
  if (isEqualForAll || request.customHost !== null || request.headers.authorization !== undefined) {
    return visitorOf(request, originOf);
  }
  const identity = await identify(request, { extendsIdle: true });
  if (features.signIn || identity.kind !== 'customer') return identity;
  return { ...visitorOf(request, originOf), session: identity.session };
}

interface Manner {
  readonly status: number;
  readonly isUnlisted: boolean;
  /** The same bytes for every key and viewer. */
  readonly isEqualForAll: boolean;
}

function pageFor(parts: PageParts, page: Page, manner: Manner): Show {
  const { pattern, isPrivate = false } = page;
  const canonicalPath = isPrivate || pattern?.includes(':') ? undefined : pattern;
  const extras = { isPrivate, hasIcons: parts.hasIcons, canonicalPath };
  const templates = new Map<string, PageTemplate>(
    locales.map((locale) => [locale.code, pageTemplate(parts.shell, page, locale, extras)]),
  );
  return async (request, reply, known) => {
    const identity = known ?? (await identityFor(parts, request, manner.isEqualForAll));
    const locale = localeFor(request, parts, identity);
    const template = templates.get(locale.code);
    if (template === undefined) throw new Error('there is no page template for the locale');
    const customer = await customerOf(identity, parts);
    const nonce = customer === null ? undefined : randomBytes(16).toString('base64url');
    const shrimp = identity.session === undefined ? null : parts.tokens.issue(identity.session);
    const data = pageDataFor(parts, await parts.anonymousLimits(), {
      locale,
      shrimp,
      customer,
      customHost: request.customHost,
    });
    const body = template.render(data, { origin: originOf(parts, request), nonce });
    const moreHeaders = [...template.links, 'Content-Language', locale.contentLanguage];
    send(request, reply, {
      status: manner.status,
      headers: headersFor(parts, request, manner, nonce),
      body,
      moreHeaders,
    });
  };
}

function originOf({ site }: PageParts, { customHost }: FastifyRequest): string {
  return customHost === null ? site.origin : customOriginsOf(site.origin)(customHost);
}

function headersFor(
  { headers }: PageParts,
  { customHost }: FastifyRequest,
  manner: Manner,
  nonce: string | undefined,
): HeaderList {
  if (customHost !== null) return headers.customHostHtml;
  if (manner.isEqualForAll) return headers.linkHtml;
  if (nonce !== undefined) return headers.signedInHtml(nonce, manner.isUnlisted);
  return manner.isUnlisted ? headers.privateHtml : headers.html;
}

/** What accounts says about the customer; null for visitors, and for an account that was closed a moment ago. */
async function customerOf({ caller }: Identity, { execute }: PageParts): Promise<PageCustomer> {
  if (caller.kind !== 'customer') return null;
  const { viewer, domains } = await execute(showPageViewer, {}, caller);
  if (viewer === null) return null;
  const colonel = { colonel: isColonel(caller), colonelWithoutSecondStep: isColonelWithoutSecondStep(caller) };
  return { viewer, domains, colonel };
}

function localeFor(request: FastifyRequest, { cookies }: PageParts, identity: Identity): Locale {
  const sent = request.customHost === null ? cookies.read(request.headers.cookie) : noCookies;
  return chooseLocale({
    parameter: new URLSearchParams(queryOf(request)).get('locale') ?? undefined,
    cookie: sent.locale,
    acceptLanguage: request.headers['accept-language'],
    customer: identity.locale,
  });
}
