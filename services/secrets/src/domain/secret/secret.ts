import type { SecretEvent } from '@onceover/schema/events/secrets';

/** What a secret is for: a text, a generated value, something for the support desk, or the proof of an address. */
export type SecretKind = 'share' | 'generate' | 'incoming' | 'verification';

/** How a secret ended. Terminal, one-way, exactly one. */
export type SecretEnding = 'received' | 'burned' | 'expired';

/** One secret according to its stream. */
export type SecretState =
  | { readonly status: 'absent' }
  | { readonly status: 'new'; readonly expiresAt: Date }
  | { readonly status: SecretEnding };

/** A secret that was never concealed. */
export const absent: SecretState = { status: 'absent' };

/** What a secret becomes when something happened to it. The first ending stays. */
export function evolve(state: SecretState, event: SecretEvent): SecretState {
  switch (event.type) {
    case 'secret.created':
    case 'secret.imported':
      return state.status === 'absent' ? { status: 'new', expiresAt: new Date(event.data.expiresAt) } : state;
    case 'secret.metadata_imported':
      return state.status === 'absent' ? { status: event.data.state } : state;
    case 'secret.delivery_requested':
    case 'incoming.submitted':
    case 'secret.opening_refused':
    case 'secret.program_noticed':
    case 'secret.delivery_confirmed':
    case 'secret.generated_value_shown':
      return state;
    case 'secret.received':
      return ended(state, 'received');
    case 'secret.burned':
      return ended(state, 'burned');
    case 'secret.expired':
      return ended(state, 'expired');
    default: {
      const never: never = event;
      return never;
    }
  }
}

function ended(state: SecretState, ending: SecretEnding): SecretState {
  return state.status === 'new' ? { status: ending } : state;
}

/**
 * Whether the lifetime is over at an instant; the last instant is already outside. The decisions of a command ask it of
 * what was read; whether the secret is still open at the commit is decided by `end_secrets.sql`.
 */
export function isOver(state: { readonly expiresAt: Date }, at: Date): boolean {
  return at.getTime() >= state.expiresAt.getTime();
}
