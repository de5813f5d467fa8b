import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import { refusals } from '@onceover/schema/refusals';
import { Customer } from './resolvers/Customer.ts';
import { Metadata } from './resolvers/Metadata.ts';
import { acknowledgeSecret } from './resolvers/Mutation/acknowledgeSecret.ts';
import { burnSecret } from './resolvers/Mutation/burnSecret.ts';
import { concealSecret } from './resolvers/Mutation/concealSecret.ts';
import { revealSecret } from './resolvers/Mutation/revealSecret.ts';
import { submitIncoming } from './resolvers/Mutation/submitIncoming.ts';
import { incomingSecrets } from './resolvers/Query/incomingSecrets.ts';
import { metadata } from './resolvers/Query/metadata.ts';
import { recentSecrets } from './resolvers/Query/recentSecrets.ts';
import { secret } from './resolvers/Query/secret.ts';
import { secretStatistics } from './resolvers/Query/secretStatistics.ts';
import { enums, type Resolvers } from './types.generated.ts';

/** Every field of the secrets subgraph that is more than a property; unions are told apart by `__typename`. */
export const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { secret, metadata, recentSecrets, incomingSecrets, secretStatistics },
  Mutation: refusable(refusals, { concealSecret, submitIncoming, revealSecret, acknowledgeSecret, burnSecret }),
  Customer,
  Metadata,
  ConcealedSecret: { ttlAdjusted: ({ isTtlAdjusted }) => isTtlAdjusted },
  IncomingSecret: { id: ({ incomingId }) => incomingId, created: ({ createdAt }) => createdAt },
};
