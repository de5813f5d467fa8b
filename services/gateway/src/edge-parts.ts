import { systemClock } from '@onceover/service-kit/clock';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import { createCaptcha } from './captcha/captcha.ts';
import type { GatewayConfig } from './config.ts';
import type { OpenEdgeStores } from './edge-stores.ts';
import { featuresOf } from './features.ts';
import { formTokens } from './form-token/form-token.ts';
import { loadFormTokenKeys } from './form-token/form-token-keys.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Site } from './http/site.ts';
import { tellingRefusals, unlimited } from './limits/request-limits.ts';
import { unlimitedPlaces } from './limits/socket-places.ts';
import { intents } from './people/intents.ts';
import { memoryLinkKeys, uncountedLinkKeys } from './people/link-keys.ts';
import { createOpenings } from './people/openings.ts';
import { openScannerNetworks } from './people/scanner-networks.ts';
import { colonelGate } from './session/colonel-gate.ts';
import { siteCookies } from './session/cookies.ts';
import { identifier } from './session/identify.ts';
import { networkTags, originReader } from './session/origin-of.ts';

/** What every route of the gateway uses: the site, its headers and cookies, who is asking, and the limits. */
export type EdgeParts = Awaited<ReturnType<typeof edgeParts>>;

export interface EdgeInputs {
  readonly site: Site;
  readonly ask: AskInternal;
  readonly openStores: OpenEdgeStores;
  readonly telemetry: Telemetry;
}

/** Creates the parts of one site; reads the form-token key, or creates it if there is none. Throws `ConfigError`. */
export async function edgeParts(config: GatewayConfig, { site, ask, openStores, telemetry }: EdgeInputs) {
  const keys = await loadFormTokenKeys(config.keysDir);
  const cookies = siteCookies(site);
  const tokens = formTokens(keys);
  const originOf = originReader(keys.networkTag, systemClock);
  const tagOf = networkTags(keys.networkTag, systemClock);
  const stores = openStores({ clock: systemClock, secret: keys.shared, tagOf });
  const captcha = createCaptcha(keys.captcha, systemClock, stores.usedSolutions);
  const openings = createOpenings({
    ask,
    captcha,
    intents: intents(keys.intent, systemClock),
    spent: stores.spentIntents,
    linkKeys: config.rateLimits ? memoryLinkKeys(systemClock) : uncountedLinkKeys,
    isFromScanner: await openScannerNetworks(config.scannerNetworks),
  });
  const limits = config.rateLimits ? tellingRefusals(stores.limits, telemetry) : unlimited;
  return {
    site,
    headers: securityHeaders(site),
    cookies,
    tokens,
    mirrorKey: keys.mirror,
    captcha,
    openings,
    limits,
    socketPlaces: config.rateLimits ? stores.socketPlaces : unlimitedPlaces,
    identify: identifier({ ask, cookies, tokens, limits, originOf, colonelGate: colonelGate(config) }),
    originOf,
    ask,
    features: featuresOf(config),
  };
}
