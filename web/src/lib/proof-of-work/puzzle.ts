import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';

export const algorithms = ['SHA-256', 'SHA-384', 'SHA-512'] as const;

/** A puzzle: find the number whose hash behind the salt is the challenge. */
export interface Challenge extends Pick<AltchaChallengeAnswer, 'challenge' | 'salt' | 'signature'> {
  readonly algorithm: (typeof algorithms)[number];
  readonly maxNumber: number;
  /** How long it lasts from its answer on, in milliseconds; null: nobody said. */
  readonly lifeMs: number | null;
}

/** The form's `authenticity_payload`: base64 of the solved puzzle. */
export function payloadOf({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}
