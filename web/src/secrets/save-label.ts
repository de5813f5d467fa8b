import { checkLabel } from '../contracts/label.ts';
import { accepted, mutate } from '../gql/mutate.ts';
import { labelSecretOperation } from '../gql/operations/label-secret.generated.ts';
import { refuse } from '../lib/calls/refuse.ts';

/**
 * Keeps the owner's private label of a secret, found by metadata key or owner handle; blank takes it away. Doing it again
 * is harmless. Returns the label as it is kept. Throws ApiError if refused.
 */
export async function saveLabel(key: string, label: string): Promise<string | null> {
  const found = checkLabel(label);
  if (found !== null) refuse(found);
  const { labelSecret } = await mutate(labelSecretOperation, { input: { key, label } });
  return accepted(labelSecret).label;
}
