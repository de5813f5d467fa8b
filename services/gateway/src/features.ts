import type { GatewayConfig } from './config.ts';

/** What this installation has turned on. */
export interface Features {
  readonly signIn: boolean;
  readonly signUp: boolean;
  readonly domains: boolean;
  /** Address of the support desk; undefined: there is none. */
  readonly incomingRecipient: string | undefined;
}

/** The features that the settings turn on. Nobody signs up where nobody can sign in. */
export function featuresOf({ signIn, signUp, domains, incomingRecipient }: GatewayConfig): Features {
  return { signIn, signUp: signIn && signUp, domains, incomingRecipient };
}
