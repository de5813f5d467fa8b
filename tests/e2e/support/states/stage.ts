import type { Page } from '@playwright/test';
import type { ApiClient } from '../../../support/api-client.ts';
import { BurnPage } from '../../../support/pages/burn-page.ts';
import { HomePage } from '../../../support/pages/home-page.ts';
import { MetadataPage } from '../../../support/pages/metadata-page.ts';
import { SecretPage } from '../../../support/pages/secret-page.ts';
import type { People, Person } from '../../../support/people.ts';
import type { Texts } from '../../../support/texts.ts';
import type { Guard } from '../guard.ts';

export interface Stage {
  readonly page: Page;
  readonly api: ApiClient;
  readonly expire: (secretShortKey: string) => Promise<void>;
  readonly texts: Texts;
  readonly people: People;
  readonly enterAs: (person: Person) => Promise<void>;
  readonly publishTxt: (name: string, value: string) => Promise<void>;
  readonly guard: Guard;
}

/** One state of a screen that a person can see. */
export interface ScreenState {
  readonly name: string;
  readonly isModal?: true;
  enter(stage: Stage): Promise<void>;
}

/** How long a page waits, in milliseconds, before it says that updates are paused. */
export const patience = 10_000;

export const message = 'Wi-Fi at the office: onceover-guest\nPassword: tea-at-five-77';

export const home = ({ page, texts }: Stage) => new HomePage(page, texts);
export const secretPage = ({ page, texts }: Stage) => new SecretPage(page, texts);
export const metadataPage = ({ page, texts }: Stage) => new MetadataPage(page, texts);
export const burnPage = ({ page, texts }: Stage) => new BurnPage(page, texts);
