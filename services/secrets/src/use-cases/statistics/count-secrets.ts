import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';

/** Numbers for colonels. */
export interface SecretCounts {
  readonly metadata: number;
  /** That can be opened now. */
  readonly secrets: number;
  readonly created: number;
  /** Opened ones. */
  readonly shared: number;
  readonly emails: number;
}
export interface SecretStatistics {
  count(): Promise<SecretCounts>;
  /** Ids of the secrets whose share link or private link has this short key, until they are purged; at most 20. */
  findByShortKey(shortkey: string): Promise<readonly string[]>;
  /** The short key of a secret's share link, until it is purged. */
  shortKeyOf(secretId: string): Promise<string | null>;
}

/** Counts of secrets without any content. Refuses everybody but colonels. */
export function countSecretsUseCase({ statistics }: { readonly statistics: SecretStatistics }) {
  return async (caller: Caller): Promise<SecretCounts> => {
    operatorOnly(caller);
    return await statistics.count();
  };
}
