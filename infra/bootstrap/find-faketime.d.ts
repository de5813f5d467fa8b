/** What to say where there is none. */
export const noFaketime: string;

/** The path of libfaketime where it usually is, or undefined. */
export function inItsPlace(): string | undefined;
