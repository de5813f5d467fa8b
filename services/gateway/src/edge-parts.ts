import { systemClock } from '@onceover/service-kit/clock';
import type { GatewayConfig } from './config.ts';
import { type FormTokens, formTokens } from './form-token/form-token.ts';
import { loadFormTokenKeys } from './form-token/form-token-keys.ts';
import type { Site } from './hosts/site.ts';
import { type SecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { memoryLimits, type RequestLimits, unlimited } from './limits/request-limits.ts';
import { type SiteCookies, siteCookies } from './session/cookies.ts';

/** What every door of the gateway uses: where it stands, what it sends along, whom it trusts and how often it opens. */
export interface EdgeParts {
  readonly site: Site;
  readonly headers: SecurityHeaders;
  readonly cookies: SiteCookies;
  readonly tokens: FormTokens;
  readonly limits: RequestLimits;
}

/** Makes the parts of one site; reads or creates the form-token key. */
export async function edgeParts(config: GatewayConfig, site: Site): Promise<EdgeParts> {
  return {
    site,
    headers: securityHeaders(site),
    cookies: siteCookies(site),
    tokens: formTokens(await loadFormTokenKeys(config.keysDir)),
    limits: config.rateLimits ? memoryLimits(systemClock) : unlimited,
  };
}
