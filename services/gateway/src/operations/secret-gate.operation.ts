import type { StoredOperation } from './stored-operation.ts';

export interface SecretGateData {
  readonly shortkey: string;
  readonly hasPassphrase: boolean;
  readonly verification: boolean;
  readonly isOwner: boolean;
  readonly shareDomain: string | null;
}

export const secretGate: StoredOperation<{ key: string }, { secret: SecretGateData | null }> = {
  name: 'SecretGate',
  document: `query SecretGate($key: String!) {
  secret(key: $key) { shortkey hasPassphrase verification isOwner shareDomain }
}`,
};
