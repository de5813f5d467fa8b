import type { Page } from '@playwright/test';
import type { ApiClient } from '../../../support/api-client.ts';
import { BurnPage } from '../../../support/pages/burn-page.ts';
import { HomePage } from '../../../support/pages/home-page.ts';
import { MetadataPage } from '../../../support/pages/metadata-page.ts';
import { SecretPage } from '../../../support/pages/secret-page.ts';
import type { People, Person } from '../../../support/people.ts';
import type { Texts } from '../../../support/texts.ts';
import type { Guard } from '../guard.ts';

/** Makes something at the first call of a worker, by its name, and gives the same ever after: for what tests look at and do not change. */
export type Keep = <T>(name: string, make: () => Promise<T>) => Promise<T>;

export interface Stage {
  readonly page: Page;
  readonly api: ApiClient;
  readonly expire: (secretShortKey: string) => Promise<void>;
  readonly texts: Texts;
  readonly people: People;
  readonly keep: Keep;
  readonly enterAs: (person: Person) => Promise<void>;
  readonly publishTxt: (name: string, value: string) => Promise<void>;
  readonly guard: Guard;
}

/** One state of a screen that a person can see. */
export interface ScreenState {
  readonly name: string;
  readonly isModal?: true;
  /** Something in it keeps the words in which it was told, so another language takes another entry. */
  readonly isToldOnce?: true;
  enter(stage: Stage): Promise<void>;
}

/** How long a page waits, in milliseconds, before it says that updates are paused. */
export const patience = 10_000;

export const message = 'Wi-Fi at the office: onceover-guest\nPassword: tea-at-five-77';

/** People whom states share: they are looked at, and nothing of theirs is changed. */
export const regularCustomer = ({ keep, people }: Stage) => keep('customer', () => people.customer());
export const regularPaidCustomer = ({ keep, people }: Stage) => keep('paid customer', () => people.paidCustomer());
export const regularColonel = ({ keep, people }: Stage) =>
  keep('colonel', () => people.colonel({ secondFactor: true }));

export const home = ({ page, texts }: Stage) => new HomePage(page, texts);
export const secretPage = ({ page, texts }: Stage) => new SecretPage(page, texts);
export const metadataPage = ({ page, texts }: Stage) => new MetadataPage(page, texts);
export const burnPage = ({ page, texts }: Stage) => new BurnPage(page, texts);
