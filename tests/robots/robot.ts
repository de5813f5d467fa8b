import type { BrowserContextOptions, Page } from '@playwright/test';
import type { BrowserKind } from './browser/browsers.ts';

/** A program that comes to a link, as its author wrote it: none of them knows this product. */
export interface Robot {
  readonly name: string;
  /** Which programs of the world behave like this. */
  readonly imitates: string;
  /** Whether it makes the input of a person: a way of the mouse, keys with time between them, a button that is held. */
  readonly hasHand: boolean;
  /** What it runs in; undefined: it has no browser, and sends requests. */
  readonly browser?: BrowserKind;
  readonly context?: BrowserContextOptions;
  /** It may press what the browser remembers, such as the language, so each visit has a profile of its own. */
  readonly hasOwnProfile?: boolean;
  /** Its links can be opened by people alone. */
  readonly isPeopleOnly?: boolean;
  /** Why opening is what was asked for, where it is. */
  readonly mayOpen?: string;
  /** Does all that it does at one link. Throws if it could not. */
  visit(link: Link): Promise<void>;
}

/** What a robot is given: an address, and pages of its browser. */
export interface Link {
  readonly url: string;
  newPage(): Promise<Page>;
  /** Waits until what an act caused has been asked and answered. */
  rest(): Promise<void>;
}
