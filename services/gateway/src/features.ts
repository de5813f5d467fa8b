import { ticketExampleOf } from '@onceover/schema/settings';
import type { GatewayConfig } from './config.ts';

/** What this installation has turned on. */
export type Features = ReturnType<typeof featuresOf>;

/** The features that the settings turn on. Nobody signs up where nobody can sign in. */
export function featuresOf({ signIn, signUp, ...given }: GatewayConfig) {
  const { domains, incomingRecipient, incomingTicketPattern, policies, testimonials } = given;
  const ticketExample = ticketExampleOf(incomingTicketPattern);
  return { signIn, signUp: signIn && signUp, domains, incomingRecipient, ticketExample, policies, testimonials };
}
