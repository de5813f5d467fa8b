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

/** A label that was typed with a secret, and whether it is kept by now. */
export interface Labelling {
  readonly text: string;
  readonly answer: Promise<string | null>;
}

const labellings = new Map<string, Labelling>();

/**
 * Labels a secret that was just created: the link is there at once, and its page shows when the label is kept, or that
 * it was not.
 */
export function labelNewSecret(metadataKey: string, text: string): void {
  if (text.trim() === '') return;
  const answer = saveLabel(metadataKey, text);
  labellings.set(metadataKey, { text, answer });
  // Once it is kept the service knows it. Who shows the secret hears what went wrong.
  answer.then(
    () => labellings.delete(metadataKey),
    () => undefined,
  );
}

export function labellingOf(metadataKey: string): Labelling | null {
  return labellings.get(metadataKey) ?? null;
}
