import type { Clock } from '@onceover/service-kit/clock';
import { hkdf, hmac } from '@onceover/service-kit/crypto';
import { type Origin, type Surface, traceparentFrom } from '@onceover/service-kit/origin';
import { untraced } from '@onceover/service-kit/tracing';
import type { GatewayRequest } from '../http/gateway-request.ts';
import { daily } from '../http/remembering.ts';

const SALT = Buffer.alloc(32);
/** 48 bits: the networks of one day in one installation stay apart. */
const TAG_LENGTH = 8;
/** Above this many networks of one day the tags are made anew. */
const MAX_TAGS = 10_000;

/** Where a request comes from, as the events that it causes tell it; `network` is its peer's. */
export type OriginOf = (request: OriginRequest, network: string) => Origin;

type OriginRequest = Pick<GatewayRequest, 'headers' | 'url' | 'span'>;

/** Reads origins. Tags of one network are equal for one UTC day, and nobody without the key can tell networks by them. */
export function originReader(networkTagRoot: Uint8Array, clock: Clock): OriginOf {
  const tagOf = networkTags(networkTagRoot, clock);
  return (request, network) => ({
    surface: surfaceOf(request),
    networkTag: tagOf(network),
    ...traceOf(request),
  });
}

/** The span of the request, or the trace that it names: marked as not kept if this request is not traced. */
function traceOf({ headers, span }: OriginRequest): Pick<Origin, 'traceparent'> {
  if (span?.traceparent !== undefined) return { traceparent: span.traceparent };
  const named = traceparentFrom(headers.traceparent);
  return span === null || named.traceparent === undefined ? named : { traceparent: untraced(named.traceparent) };
}

/**
 * The web app is told by what a browser sends for our own pages and no page can forge: `Sec-Fetch-Site`, or a cookie where
 * the browser sends none. It decides nothing but whether a captcha is asked for.
 */
function surfaceOf({ headers, url }: Pick<GatewayRequest, 'headers' | 'url'>): Surface {
  const isGraph = url.startsWith('/graphql');
  if (!isGraph && !url.startsWith('/api/')) return 'web';
  const isOurPage = headers['sec-fetch-site'] === 'same-origin' || headers.cookie !== undefined;
  if (isOurPage && headers.authorization === undefined) return 'web';
  return isGraph ? 'graphql' : 'api';
}

/** Tags networks for one UTC day. */
export function networkTags(root: Uint8Array, clock: Clock): (network: string) => string {
  return daily(clock, MAX_TAGS, (day) => {
    const key = hkdf(root, SALT, Buffer.from(`onceover/v1/network-tag/${day}`));
    return (network) => hmac(key, network).toString('base64url').slice(0, TAG_LENGTH);
  });
}
