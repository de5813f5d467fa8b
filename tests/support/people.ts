import { eventually } from '@onceover/testing/eventually';
import type { ReceivedMail } from '@onceover/testing/mailbox';
import { Browser } from './browser.ts';
import { linkKey, waitForMail } from './mail-files.ts';
import { totpCode } from './totp.ts';

/** What people need from a running product. */
export interface Place {
  readonly url: string;
  /** Where it puts emails as `.eml` files. */
  readonly mailDir: string;
  /** Resolves when every service has caught up. */
  drain(): Promise<void>;
  /** The accounts service's command line, such as `['make-colonel', 'nina@example.com']`. */
  runAccounts(argv: readonly string[]): Promise<void>;
}

/** A person with an account. */
export interface Person {
  readonly email: string;
  readonly password: string;
  /** Signed in, unless the account is unverified. */
  readonly browser: Browser;
  /** Each works for one sign-in; empty without two-step sign-in. */
  readonly recoveryCodes: string[];
}

export const PASSWORD = 'seven plums in the icebox';
let made = 0;

/** An address that nobody else in this process has. */
export function newEmail(who = 'person'): string {
  made += 1;
  return `${who}-${made}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

/** Creates people the way real people arrive: through the doors, and through the emails they get. */
export class People {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  visitor(): Browser {
    return new Browser(this.#place.url);
  }

  /** Signed up and not verified. */
  async unverified(more: { readonly email?: string; readonly plan?: string } = {}): Promise<Person> {
    const { email = newEmail(), plan } = more;
    const browser = this.visitor();
    const fields = { email, password: PASSWORD, password_confirm: PASSWORD };
    const answer = await browser.post('/api/v2/signup', plan === undefined ? fields : { ...fields, plan_code: plan });
    if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status} ${answer.text}`);
    return { email, password: PASSWORD, browser, recoveryCodes: [] };
  }

  /** Opens the link in the welcome email, in the browser that signed up. */
  async verify({ email, browser }: Person): Promise<void> {
    const key = await this.verificationKey(email);
    const answer = await browser.post(`/api/v2/secret/${key}`, { continue: 'true' });
    if (answer.status !== 200) throw new Error(`verification answered ${answer.status} ${answer.text}`);
    await this.#place.drain();
  }

  /** The key of the secret whose opening verifies an account. */
  async verificationKey(email: string): Promise<string> {
    // The support desk's address gets tickets as well.
    return linkKey(await this.mailTo(email, /^(?!.*\[Ticket:)/), 'secret');
  }

  /** Signed up, verified, signed in. */
  async customer(more: { readonly email?: string; readonly plan?: string } = {}): Promise<Person> {
    const person = await this.unverified(more);
    await this.verify(person);
    // Wrong tries are counted, so make few and space them out.
    await eventually(() => this.signIn(person), { withinMs: 8000, everyMs: 3000 });
    return person;
  }

  paidCustomer(more: { readonly email?: string } = {}): Promise<Person> {
    return this.customer({ ...more, plan: 'identity' });
  }

  /** With a second factor they have a colonel's rights; without one they are just customers with a title. */
  async colonel({ secondFactor }: { readonly secondFactor: boolean }): Promise<Person> {
    const person = await this.customer({ email: newEmail('colonel') });
    await this.enableTwoStep(person);
    await this.#place.runAccounts(['make-colonel', person.email]);
    if (!secondFactor) {
      await this.#place.runAccounts(['remove-two-step', person.email]);
      person.recoveryCodes.length = 0;
    }
    return { ...person, browser: await this.signedIn(person) };
  }

  /** Signs a person's own browser in. */
  async signIn({ email, password, browser, recoveryCodes }: Person): Promise<void> {
    const answer = await browser.post('/api/v2/signin', { email, password });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status} ${answer.text}`);
    if (!answer.json.details.second_step) return;
    const second = await browser.post('/api/v2/signin/second-step', { code: recoveryCodes.shift() ?? '' });
    if (second.status !== 200) throw new Error(`the second step answered ${second.status} ${second.text}`);
  }

  /** The same person, signed in with one more browser. */
  async signedIn(person: Person): Promise<Browser> {
    const browser = this.visitor();
    await this.signIn({ ...person, browser });
    return browser;
  }

  /** The `Authorization` header with a new API token of this person. */
  async apiToken({ email, browser }: Person): Promise<string> {
    const { json } = await browser.post('/api/v2/account/apitoken');
    return basic(email, json.record.apitoken);
  }

  /** The newest email to an address. */
  async mailTo(address: string, subject?: RegExp): Promise<ReceivedMail> {
    await this.#place.drain();
    return await waitForMail(this.#place.mailDir, address, subject);
  }

  /** In one more browser; the person has the recovery codes from then on. */
  async enableTwoStep(person: Person): Promise<void> {
    const browser = await this.signedIn(person);
    const begun = await browser.graph(
      'mutation($p: String!) { beginTwoStep(input: { password: $p }) { ... on TwoStepBegun { manualKey } } }',
      { p: PASSWORD },
    );
    const enabled = await browser.graph(
      'mutation($c: String!) { enableTwoStep(input: { code: $c }) { ... on TwoStepEnabled { recoveryCodes } } }',
      { c: totpCode(begun.json.data.beginTwoStep.manualKey) },
    );
    person.recoveryCodes.push(...enabled.json.data.enableTwoStep.recoveryCodes);
  }
}

/** An `Authorization` header. */
export function basic(custid: string, token: string): string {
  return `Basic ${Buffer.from(`${custid}:${token}`).toString('base64')}`;
}
