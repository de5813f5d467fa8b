import type * as account from '@onceover/schema/rest/account';
import type * as colonel from '@onceover/schema/rest/colonel';
import type * as domains from '@onceover/schema/rest/domains';
import type * as doors from '@onceover/schema/rest/doors';
import type * as metadata from '@onceover/schema/rest/metadata';
import type * as secret from '@onceover/schema/rest/secret';
import type * as site from '@onceover/schema/rest/site';
import type * as support from '@onceover/schema/rest/support';
import type { z } from 'zod';

/** Every answer of the REST contract with its native types, by the name of its shape. */
export interface NativeAnswers {
  readonly account: z.infer<typeof account.accountAnswer>;
  readonly acknowledged: z.infer<typeof secret.acknowledgeAnswer>;
  readonly apiToken: z.infer<typeof account.apiTokenAnswer>;
  readonly authcheck: z.infer<typeof account.authcheckAnswer>;
  readonly burned: z.infer<typeof metadata.burnAnswer>;
  readonly captcha: z.infer<typeof site.altchaChallengeAnswer>;
  readonly colonel: z.infer<typeof colonel.colonelAnswer>;
  readonly concealed: z.infer<typeof secret.concealAnswer>;
  readonly destroyed: z.infer<typeof account.destroyAnswer>;
  readonly domain: z.infer<typeof domains.domainAnswer>;
  readonly domainAdded: z.infer<typeof domains.domainChangedAnswer>;
  readonly domainRemoved: z.infer<typeof domains.domainRemovedAnswer>;
  readonly domains: z.infer<typeof domains.domainListAnswer>;
  readonly domainVerified: z.infer<typeof domains.domainChangedAnswer>;
  readonly feedback: z.infer<typeof support.feedbackAnswer>;
  readonly incoming: z.infer<typeof support.incomingAnswer>;
  readonly locale: z.infer<typeof account.updateLocaleAnswer>;
  readonly locales: z.infer<typeof site.supportedLocalesAnswer>;
  readonly message: z.infer<typeof doors.messageAnswer>;
  readonly passwordChanged: z.infer<typeof account.changePasswordAnswer>;
  readonly private: z.infer<typeof metadata.privateAnswer>;
  readonly recent: z.infer<typeof metadata.recentAnswer>;
  readonly revealed: z.infer<typeof secret.revealAnswer>;
  readonly secondStep: z.infer<typeof doors.secondStepAnswer>;
  readonly secret: z.infer<typeof secret.secretAnswer>;
  readonly shrimp: z.infer<typeof site.validateShrimpAnswer>;
  readonly signedIn: z.infer<typeof doors.signInAnswer>;
  readonly signedOut: z.infer<typeof doors.signOutAnswer>;
  readonly status: z.infer<typeof site.statusAnswer>;
  readonly unconfirmed: z.infer<typeof secret.unconfirmedRevealAnswer>;
  readonly version: z.infer<typeof site.versionAnswer>;
}

/** An answer as a row makes it: its native types, and which shape it has. */
export type NativeAnswer = {
  [Shape in keyof NativeAnswers]: { readonly shape: Shape; readonly body: NativeAnswers[Shape] };
}[keyof NativeAnswers];
