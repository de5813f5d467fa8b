import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';

/** The feedback form, on its page or in the dialog. */
export class FeedbackForm {
  readonly page: Page;
  readonly dialog: Locator;
  readonly message: Locator;
  readonly captcha: Locator;
  readonly verify: Locator;
  readonly send: Locator;
  readonly error: Locator;
  readonly sent: Locator;

  constructor(page: Page, { core, public: { feedback } }: Texts) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: core.feedback.open });
    this.message = page.getByRole('textbox', { name: feedback.label });
    this.captcha = page.getByTestId('captcha');
    this.verify = this.captcha.getByRole('button');
    this.send = page.getByRole('button', { name: feedback.send, exact: true });
    this.error = page.getByText(core.alert.error, { exact: true }).locator('xpath=..');
    this.sent = page.getByText(feedback.sent);
  }

  async waitUntil(state: 'unverified' | 'verifying' | 'verified' | 'error' | 'expired'): Promise<void> {
    await this.page.locator(`[data-testid=captcha][data-state=${state}]`).waitFor();
  }
}
