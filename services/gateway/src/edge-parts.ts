import { systemClock } from '@onceover/service-kit/clock';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import { memorySolutions } from './captcha/used-solutions.ts';
import type { GatewayConfig } from './config.ts';
import { type Features, featuresOf } from './features.ts';
import { type FormTokens, formTokens } from './form-token/form-token.ts';
import { loadFormTokenKeys } from './form-token/form-token-keys.ts';
import { type SecurityHeaders, securityHeaders } from './http/security-headers.ts';
import type { Site } from './http/site.ts';
import { memoryLimits, unlimited, type WatchedLimits } from './limits/request-limits.ts';
import { colonelGate } from './session/colonel-gate.ts';
import { type SiteCookies, siteCookies } from './session/cookies.ts';
import { type Identify, identifier } from './session/identify.ts';
import { networkTags, type OriginOf, originReader } from './session/origin-of.ts';

/** What every route of the gateway uses: the site, its headers and cookies, who is asking, and the limits. */
export interface EdgeParts {
  readonly site: Site;
  readonly headers: SecurityHeaders;
  readonly cookies: SiteCookies;
  readonly tokens: FormTokens;
  readonly captcha: Captcha;
  readonly limits: WatchedLimits;
  readonly identify: Identify;
  readonly originOf: OriginOf;
  readonly ask: AskInternal;
  readonly features: Features;
}

/** Creates the parts of one site; reads the form-token key, or creates it if there is none. */
export async function edgeParts(config: GatewayConfig, site: Site, ask: AskInternal): Promise<EdgeParts> {
  const keys = await loadFormTokenKeys(config.keysDir);
  const cookies = siteCookies(site);
  const tokens = formTokens(keys);
  const originOf = originReader(keys.networkTag, systemClock);
  const limits = config.rateLimits ? memoryLimits(systemClock, networkTags(keys.networkTag, systemClock)) : unlimited;
  return {
    site,
    headers: securityHeaders(site),
    cookies,
    tokens,
    captcha: createCaptcha(keys.captcha, systemClock, memorySolutions(systemClock)),
    limits,
    identify: identifier({ ask, cookies, tokens, limits, originOf, colonelGate: colonelGate(config) }),
    originOf,
    ask,
    features: featuresOf(config),
  };
}
