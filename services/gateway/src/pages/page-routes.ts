import { locales } from '@onceover/schema/locales';
import type { WebShell } from '@onceover/schema/web/shell';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormTokens } from '../form-token/form-token.ts';
import { queryOf } from '../http/app.ts';
import type { HeaderList, SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { chooseLocale, type Locale } from '../locale/choose-locale.ts';
import type { SiteCookies } from '../session/cookies.ts';
import { pageDataFor, type SiteFacts } from './page-data.ts';
import type { PlanLimitsData } from './plans.operation.ts';
import { type PageTemplate, pageTemplate } from './render-page.ts';

/** What pages are made of. */
export interface PageParts {
  readonly shell: WebShell;
  readonly facts: SiteFacts;
  readonly limits: () => Promise<PlanLimitsData>;
  readonly headers: SecurityHeaders;
  readonly cookies: SiteCookies;
  readonly tokens: FormTokens;
  /** Path of the site's icon, where the build ships one. */
  readonly icon: string | undefined;
}

type Show = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Puts the pages of the web build on the server; gives the 404 page for everything else. No page sets a cookie. */
export function addPageRoutes(app: FastifyInstance, parts: PageParts): Show {
  const { shell, headers } = parts;
  for (const route of shell.routes) {
    const list = route.isPrivate ? headers.privateHtml : headers.html;
    const show = pageFor(parts, route, { status: 200, headers: list, isPrivate: route.isPrivate });
    app.get(route.pattern, async (request, reply) => await show(request, reply));
  }
  return pageFor(parts, shell.notFound, { status: 404, headers: headers.html, isPrivate: true });
}

interface Manner {
  readonly status: number;
  readonly headers: HeaderList;
  /** The same bytes for every key and viewer. */
  readonly isPrivate: boolean;
}

function pageFor(parts: PageParts, page: WebShell['notFound'] & { pattern?: string }, manner: Manner): Show {
  const hasUnfurl = page.pattern?.startsWith('/secret/') ?? false;
  const extras = { hasUnfurl, icon: parts.icon };
  const templates = new Map<string, PageTemplate>(
    locales.map((locale) => [locale.code, pageTemplate(parts.shell, page, locale, extras)]),
  );
  return async (request, reply) => {
    const { session, locale: cookie } = parts.cookies.read(request.headers.cookie);
    const locale = localeFor(request, cookie);
    const template = templates.get(locale.code);
    if (template === undefined) throw new Error('a locale has no template');
    const isKnown = !manner.isPrivate && parts.tokens.isKnownSession(session);
    const shrimp = isKnown && session !== undefined ? parts.tokens.issue(session) : null;
    const body = template.render(pageDataFor(parts.facts, await parts.limits(), { locale, shrimp }));
    const moreHeaders = [...template.links, 'Content-Language', locale.tag];
    send(request, reply, { status: manner.status, headers: manner.headers, body, moreHeaders });
  };
}

function localeFor(request: FastifyRequest, cookie: string | undefined): Locale {
  const parameter = new URLSearchParams(queryOf(request)).get('locale') ?? undefined;
  return chooseLocale({ parameter, cookie, acceptLanguage: request.headers['accept-language'] });
}
