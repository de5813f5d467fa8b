import { batched } from '@onceover/graphql-kit/batched';
import { aboutFrom } from '@onceover/schema/events/activity-about';
import type { GraphContext } from '../context.ts';
import type { SecretActivityResolvers } from '../types.generated.ts';

const ownSecret = batched((secretIds, { useCases, caller }: GraphContext) =>
  useCases.showOwnSecrets(secretIds, caller),
);
const submission = batched((secretIds, { useCases, caller }: GraphContext) =>
  useCases.showSubmissions(secretIds, caller),
);

/** A reference says what is meant, not who asks: each caller gets what is theirs, whatever it says. */
export const SecretActivity: SecretActivityResolvers = {
  __resolveReference: (activity) => activity,
  async secret({ about }, _args, context) {
    const meant = aboutFrom(about);
    return meant?.kind === 'secret' ? await ownSecret(meant.secretId, context) : null;
  },
  async incoming({ about }, _args, context) {
    const meant = aboutFrom(about);
    return meant?.kind === 'submission' ? await submission(meant.secretId, context) : null;
  },
};
