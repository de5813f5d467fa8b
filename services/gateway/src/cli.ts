import type { LastingKey } from '@onceover/schema/lasting-keys';
import { readLastingKey } from '@onceover/service-kit/lasting-key';
import type { GatewayConfig } from './config.ts';
import { mirrorKeyOf, mirrorQuestion } from './http/mirror.ts';

/** What an operator's check wants to know of a gateway with these settings. */
export function examinedGateway(config: GatewayConfig) {
  return {
    trustedProxies: config.trustedProxies,
    areColonelsNarrowed: config.colonelHost !== undefined || config.colonelNetworks.length > 0,
    question: () => siteQuestion(config),
  };
}

/**
 * What to ask the site, to find out whether this installation answers behind its public address; undefined where it has no key yet.
 *
 * Refuses  UnsafeKeys: the key is damaged
 */
export async function siteQuestion({ keysDir }: Pick<GatewayConfig, 'keysDir'>) {
  const file: LastingKey = 'form-token.key';
  const root = await readLastingKey(keysDir, file);
  return root === null ? undefined : mirrorQuestion(mirrorKeyOf(root), new Date());
}
