/** A label that was typed with a secret, and whether it is kept by now. */
export interface Labelling {
  readonly text: string;
  readonly answer: Promise<string | null>;
}

const labellings = new Map<string, Labelling>();

export function rememberLabelling(metadataKey: string, labelling: Labelling): void {
  labellings.set(metadataKey, labelling);
  // Once it is kept the service knows it. Who shows the secret hears what went wrong.
  labelling.answer.then(
    () => labellings.delete(metadataKey),
    () => undefined,
  );
}

export function labellingOf(metadataKey: string): Labelling | null {
  return labellings.get(metadataKey) ?? null;
}
