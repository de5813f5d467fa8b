import type { TxtRecords } from '../../use-cases/domain/domain-ports.ts';
import { askResolver, type ResolverOptions, resolverGroups } from './ask-resolvers.ts';

/**
 * TXT records through real resolvers.
 *
 * Source   security 6.7, T20
 */
export function createTxtRecords(options: ResolverOptions): TxtRecords {
  return {
    look: (name) =>
      Promise.all(
        resolverGroups(options).map((group) =>
          askResolver(group, options, async (resolver) => {
            const records = await resolver.resolveTxt(name);
            return records.map((chunks) => chunks.join(''));
          }),
        ),
      ),
    async isAnswering() {
      const answers = resolverGroups(options).map((group) =>
        askResolver(group, options, (resolver) => resolver.resolveNs('.')),
      );
      return (await Promise.all(answers)).every(({ kind }) => kind !== 'unavailable');
    },
  };
}
