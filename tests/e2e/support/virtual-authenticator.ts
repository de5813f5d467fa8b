import type { CDPSession, Page } from '@playwright/test';

/** A passkey provider inside Chromium, which verifies the person without asking. */
export interface VirtualAuthenticator {
  /** How many passkeys it keeps. */
  count(): Promise<number>;
  /** Whether the person lets it answer; otherwise each try is canceled, as if they closed what the browser shows. */
  setVerified(isVerified: boolean): Promise<void>;
}

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
