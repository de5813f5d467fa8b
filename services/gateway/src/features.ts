import { ticketExampleOf } from '@onceover/schema/settings';
import type { PageData } from '@onceover/schema/web/page-data';
import type { GatewayConfig } from './config.ts';

/** What this installation has turned on. */
export interface Features {
  readonly signIn: boolean;
  readonly signUp: boolean;
  readonly domains: boolean;
  /** Address of the support desk; undefined: there is none. */
  readonly incomingRecipient: string | undefined;
  /** A ticket number as the desk writes them; null: the operator's pattern may refuse it. */
  readonly ticketExample: string | null;
  /** Whether there are pages of policies, and whether the operator approved their texts. */
  readonly policies: PageData['policies'];
  readonly testimonials: boolean;
}

/** The features that the settings turn on. Nobody signs up where nobody can sign in. */
export function featuresOf({ signIn, signUp, ...given }: GatewayConfig): Features {
  const { domains, incomingRecipient, policies, testimonials } = given;
  const ticketExample = ticketExampleOf(given.incomingTicketPattern);
  return { signIn, signUp: signIn && signUp, domains, incomingRecipient, ticketExample, policies, testimonials };
}
