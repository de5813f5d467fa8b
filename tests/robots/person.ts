import type { BrowserContextOptions, Page } from '@playwright/test';
import type { SecretPage } from '../support/pages/secret-page.ts';
import type { Hand } from './browser/hand.ts';

/**
 * Somebody who opens a link, by input that the browser takes for a person's. Their browser does not say that it is driven, as
 * nobody's does.
 */
export interface Person {
  readonly name: string;
  /** What they do. */
  readonly how: string;
  /** In doubt whether they are a person: they are asked to hold the button once, and nobody else is. */
  readonly isDoubtful: boolean;
  readonly passphrase?: string;
  readonly context?: BrowserContextOptions;
  /** Comes to the link and opens it. */
  open(meeting: Meeting): Promise<void>;
}

export interface Meeting {
  readonly url: string;
  readonly page: Page;
  readonly secret: SecretPage;
  readonly hand: Hand;
  /** Goes to the link and reads what is there, as long as somebody who is neither slow nor in haste. */
  readonly arrive: () => Promise<void>;
}
