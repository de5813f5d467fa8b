import type { Caller } from '@onceover/schema/caller';
import { signOut } from '@onceover/schema/internal/sign-in';
import type { ConcealForm } from '@onceover/schema/rest/secret';
import { OutageError } from '@onceover/service-kit/errors';
import type { RestAnswer } from '../../answers/rest-answer.ts';
import { requireCaptchaToConceal } from '../../captcha/captcha.ts';
import { unknownSecret } from '../../http/api-error.ts';
import {
  type ConcealSecretMutation,
  concealSecret,
  type RevealSecretMutation,
  revealSecret,
  type SecretGateQuery,
  secretGate,
} from '../../operations/operations.generated.ts';
import { isRefusal, refused } from '../refused.ts';
import type { RestRequest, RestTools } from '../rest-route.ts';

/*
 * What rows of every dialect do with a secret: each asks the graph here, and presents what it gets in its own words. Refusals are thrown as
 * the errors that each dialect writes in its own manner.
 */

export type Concealed = Extract<ConcealSecretMutation['concealSecret'], { readonly __typename: 'ConcealedSecret' }>;
export type Gate = NonNullable<SecretGateQuery['secret']>;
export type Revealed = Extract<RevealSecretMutation['revealSecret'], { readonly __typename: 'RevealedSecret' }>;

/** What a form wants to have concealed. */
export type ConcealWish = Pick<ConcealForm, 'secret' | 'kind' | 'passphrase' | 'ttl' | 'recipient' | 'share_domain'> & {
  readonly people_only?: boolean | undefined;
  readonly authenticity_payload?: string | undefined;
  /** Whether a text over the plan's limit is refused; otherwise it is cut. */
  readonly isWhole?: boolean;
};

/** Who asks, and the claim token if one was sent. */
type Asking = Pick<RestRequest<unknown>, 'caller' | 'idempotencyKey'>;

/** Conceals what a form brings, or generates it. Throws what the service refuses, and 400 where a captcha is missing. */
export async function conceal(
  wish: ConcealWish,
  { caller, idempotencyKey }: Asking,
  tools: RestTools,
): Promise<Concealed> {
  // Without a secret it is refused anyway; it should not use up its sender's solution.
  const sent = { caller, payload: wish.authenticity_payload };
  if (wish.secret !== '' || wish.kind === 'generate') await requireCaptchaToConceal(tools, sent);
  const shareDomain = wish.share_domain?.toLowerCase() === tools.site.host ? undefined : wish.share_domain;
  const input = {
    kind: wish.kind === 'generate' ? ('GENERATE' as const) : ('SHARE' as const),
    secret: wish.secret,
    passphrase: wish.passphrase,
    ttl: wish.ttl,
    recipients: wish.recipient,
    shareDomain,
    peopleOnly: wish.people_only,
    ...(wish.isWhole === true ? { refuseLong: true } : {}),
    idempotencyKey,
  };
  const { concealSecret: concealed } = await tools.execute(concealSecret, { input }, caller);
  if (isRefusal(concealed)) throw refused(concealed, { domain: shareDomain });
  return concealed;
}

/** A look, which changes nothing. Throws 404 for a key that opens nothing. */
export async function lookAt(key: string, caller: Caller, tools: RestTools): Promise<Gate> {
  const gate = await gateOf(key, caller, tools);
  if (gate === null) throw unknownSecret(key);
  return gate;
}

/** The same; null for a key that opens nothing. */
export async function gateOf(key: string, caller: Caller, { execute }: RestTools): Promise<Gate | null> {
  return (await execute(secretGate, { key }, caller)).secret;
}

/**
 * Opens a secret, once, whichever dialect asks. `besides`: what goes with a refusal after which it may be tried again. Throws 404 for a key
 * that opens nothing, and what the service refuses.
 */
export async function reveal(
  { key, passphrase }: { readonly key: string; readonly passphrase: string | undefined },
  { caller, idempotencyKey }: Asking,
  { execute }: RestTools,
  besides: () => Readonly<Record<string, unknown>> = () => ({}),
): Promise<Revealed> {
  const input = { key, continue: true, passphrase, idempotencyKey };
  const { revealSecret: revealed } = await execute(revealSecret, { input }, caller);
  if (!isRefusal(revealed)) return revealed;
  throw revealed.code === 'secret.gone' ? unknownSecret(key) : refused(revealed, {}, besides());
}

/**
 * Ends the session of someone who just verified an account: they sign in anew. The secret is used up, so an outage here
 * must not withhold its content.
 */
export async function endSession(
  request: RestRequest<unknown>,
  { ask, cookies }: RestTools,
): Promise<Pick<RestAnswer, 'setCookies'>> {
  const { identity, session, rememberMe, caller } = request;
  if (identity !== 'customer' || session === undefined) return {};
  try {
    await ask(signOut, { sessionId: session, rememberMe: rememberMe?.slice(0, 300) ?? null, caller });
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
  }
  return { setCookies: cookies.removed };
}
