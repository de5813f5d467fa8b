import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

/** The sender's private page. */
export class MetadataPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly shareLink: Locator;
  readonly copyLink: Locator;
  readonly generated: Locator;
  readonly status: Locator;
  /** What happened, oldest first. */
  readonly story: Locator;
  readonly guard: Locator;
  readonly qr: Locator;
  readonly another: Locator;
  readonly burn: Locator;

  constructor(page: Page, { public: { metadata } }: Texts) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.shareLink = page.getByRole('textbox', { name: metadata.shareLink });
    this.copyLink = page.getByRole('button', { name: metadata.copyLink });
    this.generated = page.getByRole('textbox', { name: metadata.generated });
    this.status = page.getByTestId('status');
    this.story = page.getByTestId('story').getByRole('listitem');
    this.guard = page.getByText(metadata.guard);
    this.qr = page.getByRole('button', { name: metadata.qr, exact: true });
    this.another = page.getByRole('link', { name: metadata.another });
    this.burn = page.getByRole('link', { name: metadata.burn });
  }

  async open(metadataKey: string): Promise<void> {
    await this.page.goto(`/private/${metadataKey}`);
    await ready(this.page);
  }
}
