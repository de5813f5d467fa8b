/** A number as the original sent it: as text. */
export const asText = (value: number): string => String(value);

/** What the original sent for an absent value. */
export const orEmpty = <T>(value: T | null): T | '' => value ?? '';
