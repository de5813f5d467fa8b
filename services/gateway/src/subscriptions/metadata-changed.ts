import { secretBell } from '@onceover/schema/events/bells';
import { findWatchedSecret } from '@onceover/schema/internal/find-secrets';
import type { Bells } from '@onceover/service-kit/bells';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { type ExecutionResult, Kind } from 'graphql';
import { wakes } from '../bells/wakes.ts';
import type { LiveField } from './live-field.ts';

export interface MetadataChangedParts {
  readonly ask: AskInternal;
  readonly bells: Bells;
  readonly everyMs?: number;
}

/**
 * `metadataChanged(key)`: the metadata as it is, then again after every change. The secret rings after its commit; the key
 * stays with the question, and the bell knows only the secret's own id. An outage is waited out.
 *
 * Source  events 8.4
 */
export function metadataChanged({ ask, bells, ...pace }: MetadataChangedParts): LiveField {
  return {
    asQuery: (field) => ({
      field: {
        ...field,
        alias: field.alias ?? field.name,
        name: { kind: Kind.NAME, value: 'metadata' },
      },
    }),
    async *answers({ args, caller, ask: read, signal }) {
      const { secretId } = await ask(findWatchedSecret, { key: String(args.key), caller: caller() });
      // A key that opens nothing never will.
      if (secretId === null) return yield await read();
      let last = '';
      for await (const _ of wakes(bells, [secretBell(secretId)], { signal, ...pace })) {
        const answer = await read();
        const now = JSON.stringify(answer.data);
        if (isOutage(answer) || now === last) continue;
        last = now;
        yield answer;
      }
    },
  };
}

/** What a later poll may answer. */
function isOutage({ errors = [] }: ExecutionResult): boolean {
  return errors.some(({ extensions }) => extensions.code === 'UNAVAILABLE');
}
