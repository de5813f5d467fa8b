import { isIdempotencyKey } from '@onceover/schema/idempotency-key';
import { customOriginsOf } from '@onceover/schema/web/custom-hosts';
import type { onRequestHookHandler } from 'fastify';
import { type AnswerContext, type Exchange, firstContext, pageOf } from '../answers/answer-context.ts';
import { type DialectName, dialectInSight, dialectOf } from '../answers/choose-dialect.ts';
import { checkFormToken, isCrossSite, sentShrimp } from '../form-token/check-form-token.ts';
import { PLACEHOLDER_SHRIMP } from '../form-token/form-token.ts';
import { ownOriginsOf } from '../hosts/check-host.ts';
import { badIdempotencyKey, badShrimp } from '../http/api-error.ts';
import { httpLimits, queryOf } from '../http/app.ts';
import type { GatewayReply, GatewayRequest } from '../http/gateway-request.ts';
import { chooseLocale, localeOf } from '../locale/choose-locale.ts';
import type { Identity } from '../session/identity.ts';
import { isPrefetch } from '../session/prefetch.ts';
import { userAgentFamily } from '../session/user-agent-family.ts';
import { admit, cookiesOf, type RestEdge, speaksD18 } from './admit.ts';
import { linksOf } from './dialects/d18/presenters/links.ts';
import { Form } from './forms/form.ts';
import { readForm } from './forms/read-form.ts';
import { readUrlencoded } from './forms/urlencoded.ts';
import { authorize, isUnsafe, type PlainForm, type RestRequest, type RestRoute, type RestTools } from './rest-route.ts';

/** The rows of one method and path: one, or one for each dialect that shares it; the first one is that of D18. */
export type SharedRows = readonly [RestRoute, ...RestRoute[]];

const EMPTY = new Form();

/**
 * How every request runs: limit of the network, other sites, credentials, limit of the caller, decoding, dialect, form token,
 * rights, claim token, then the row itself. Until the limits are taken only its headers are read. Whatever stops a request
 * on the way is answered by `RestAnswers.error`, and nothing has been stored or used up by then.
 */
export function restHandler(rows: SharedRows, edge: RestEdge, plain?: PlainForm) {
  return (request: GatewayRequest, reply: GatewayReply): void => {
    const context = contextFor(rows[0], edge, request, plain);
    let isChosen = rows.length === 1;
    const choose = (dialect: DialectName) => {
      isChosen = true;
      context.dialect = edge.dialects[dialect];
    };
    void run(rows, edge, { request, reply, context }, choose).catch((error: unknown) => {
      if (!isChosen) choose(openOr18(dialectInSight(rows[0].path, request.body), edge));
      edge.answers.error(error, { request, reply, context });
    });
  };
}

/** Takes the limits of a request with a long body before the body is received: two megabytes cost as much as many requests. */
export function longBodyHook([route]: SharedRows, edge: RestEdge, plain?: PlainForm): onRequestHookHandler {
  return (request, reply, done) => {
    if (!hasLongBody(request)) {
      done();
      return;
    }
    const context = contextFor(route, edge, request, plain);
    admit(route, edge, { request, reply, context }).then(
      (admitted) => {
        request.admitted = admitted;
        done();
      },
      (error: unknown) => edge.answers.error(error, { request, reply, context }),
    );
  };
}

function contextFor(
  { dialect = 'd18', credentials = 'all' }: RestRoute,
  edge: RestEdge,
  request: GatewayRequest,
  plain: PlainForm | undefined,
): AnswerContext {
  return firstContext(request, edge, { dialect, page: pageOf(request, plain), knowsCookies: credentials === 'all' });
}

/** Whether more is announced than other rows accept, or nothing is said about the length. */
function hasLongBody({ headers }: GatewayRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > httpLimits.bodyBytes;
}

async function run(
  rows: SharedRows,
  edge: RestEdge,
  exchange: Exchange,
  choose: (dialect: DialectName) => void,
): Promise<void> {
  const { request, reply, context } = exchange;
  const { headers } = request;
  const { identity, isFromOtherSite } = request.admitted ?? (await admit(rows[0], edge, exchange));
  const { form, body } = await formsOf(rows[0], request);
  const route = rows.length === 1 ? rows[0] : spokenRow(rows, edge, form, choose);
  const sent = cookiesOf(request, edge, context);
  context.localeParameter = localeOf(form.text('locale'));
  context.locale = chooseLocale({
    parameter: form.text('locale'),
    cookie: sent.locale,
    acceptLanguage: headers['accept-language'],
    customer: identity.locale,
  });
  const shrimp = sentShrimp(headers, body.text('shrimp'));
  if (isUnsafe(route)) {
    if (isFromOtherSite && route.answersWithoutToken !== true && speaksD18(route)) throw badShrimp();
    checkToken(route, edge, exchange, { identity, shrimp });
  }
  authorize(identity.caller, route);
  const restRequest: RestRequest<unknown> = {
    form: route.readForm?.(form),
    key: (request.params as { readonly key?: string }).key ?? '',
    caller: { ...identity.caller, locale: context.locale.code },
    identity: identity.kind,
    idempotencyKey: route.takesIdempotencyKey === true ? claimToken(headers['idempotency-key']) : undefined,
    shrimp: context.shrimp ?? PLACEHOLDER_SHRIMP,
    locale: context.locale,
    headers,
    peer: request.ip,
    session: identity.session,
    rememberMe: sent.rememberMe,
    deviceMark: sent.deviceMark,
    passkeyMark: sent.passkeyMark,
    userAgentFamily: userAgentFamily(headers['user-agent']),
    sentShrimp: shrimp,
    isFromOtherSite,
    isDeliberate: () => isDeliberate(request, identity, edge),
    untilOver: () => edge.ends.of(reply),
  };
  edge.answers.ok(await route.handle(restRequest, toolsFor(request, edge)), exchange);
}

function isDeliberate(request: GatewayRequest, { caller }: Identity, { site }: RestEdge): boolean {
  const { method, headers } = request;
  const isForeign = isCrossSite(headers, ownOriginsOf(request, site));
  const isOurPage = caller.origin.surface === 'web' || headers['sec-fetch-site'] === 'same-origin';
  return method === 'GET' && !isOurPage && !isForeign && !isPrefetch(headers);
}

/** Where a dialect is switched off, its body is read as D18. */
function openOr18(dialect: DialectName, { isOpen }: RestEdge): DialectName {
  return dialect === 'd18' || isOpen[dialect] ? dialect : 'd18';
}

/** Which of the rows that share a path the body asks for. */
function spokenRow(rows: SharedRows, edge: RestEdge, form: Form, choose: (dialect: DialectName) => void): RestRoute {
  const dialect = openOr18(dialectOf(rows[0].path, form), edge);
  choose(dialect);
  return rows.find((row) => (row.dialect ?? 'd18') === dialect) ?? rows[0];
}

/** On a custom host every link in an answer stays on that host. */
function toolsFor({ customHost }: GatewayRequest, edge: RestEdge): RestTools {
  if (customHost === null) return edge;
  return { ...edge, links: linksOf(customOriginsOf(edge.site.origin)(customHost)) };
}

async function formsOf(route: RestRoute, request: GatewayRequest): Promise<{ form: Form; body: Form }> {
  const query = queryOf(request);
  if (!isUnsafe(route)) return { form: query === '' ? EMPTY : readUrlencoded(query), body: EMPTY };
  const body = request.body as Buffer | undefined;
  return await readForm({ contentType: request.headers['content-type'], body, query });
}

function checkToken(
  route: RestRoute,
  { tokens }: RestEdge,
  { context }: Exchange,
  { identity, shrimp }: { readonly identity: Identity; readonly shrimp: string | undefined },
): void {
  if (route.answersWithoutToken === true) return;
  const { session, kind } = identity;
  const verdict = checkFormToken({ session, isStale: kind === 'stale' }, shrimp, tokens);
  context.shrimp = verdict.shrimp;
  if (verdict.isRefused) throw badShrimp(verdict.newSession);
}

function claimToken(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !isIdempotencyKey(header)) throw badIdempotencyKey();
  return header;
}
