import type {
  AccountAnswer,
  ApiTokenAnswer,
  AuthcheckAnswer,
  ChangePasswordAnswer,
  DestroyAnswer,
  UpdateLocaleAnswer,
} from '@onceover/schema/rest/account';
import type { ColonelAnswer } from '@onceover/schema/rest/colonel';
import type {
  DomainAnswer,
  DomainChangedAnswer,
  DomainListAnswer,
  DomainRemovedAnswer,
} from '@onceover/schema/rest/domains';
import type { MessageAnswer, SecondStepAnswer, SignInAnswer, SignOutAnswer } from '@onceover/schema/rest/doors';
import type { BurnAnswer, PrivateAnswer, RecentAnswer } from '@onceover/schema/rest/metadata';
import type {
  AcknowledgeAnswer,
  ConcealAnswer,
  RevealAnswer,
  SecretAnswer,
  UnconfirmedRevealAnswer,
} from '@onceover/schema/rest/secret';
import type {
  AltchaChallengeAnswer,
  StatusAnswer,
  SupportedLocalesAnswer,
  ValidateShrimpAnswer,
  VersionAnswer,
} from '@onceover/schema/rest/site';
import type { FeedbackAnswer, IncomingAnswer } from '@onceover/schema/rest/support';

/** Every answer of the REST contract with its native types, by the name of its shape. */
export interface NativeAnswers {
  readonly account: AccountAnswer;
  readonly acknowledged: AcknowledgeAnswer;
  readonly apiToken: ApiTokenAnswer;
  readonly authcheck: AuthcheckAnswer;
  readonly burned: BurnAnswer;
  readonly captcha: AltchaChallengeAnswer;
  readonly colonel: ColonelAnswer;
  readonly concealed: ConcealAnswer;
  readonly destroyed: DestroyAnswer;
  readonly domain: DomainAnswer;
  readonly domainAdded: DomainChangedAnswer;
  readonly domainRemoved: DomainRemovedAnswer;
  readonly domains: DomainListAnswer;
  readonly domainVerified: DomainChangedAnswer;
  readonly feedback: FeedbackAnswer;
  readonly incoming: IncomingAnswer;
  readonly locale: UpdateLocaleAnswer;
  readonly locales: SupportedLocalesAnswer;
  readonly message: MessageAnswer;
  readonly passwordChanged: ChangePasswordAnswer;
  readonly private: PrivateAnswer;
  readonly recent: RecentAnswer;
  readonly revealed: RevealAnswer;
  readonly secondStep: SecondStepAnswer;
  readonly secret: SecretAnswer;
  readonly shrimp: ValidateShrimpAnswer;
  readonly signedIn: SignInAnswer;
  readonly signedOut: SignOutAnswer;
  readonly status: StatusAnswer;
  readonly unconfirmed: UnconfirmedRevealAnswer;
  readonly version: VersionAnswer;
}

/** An answer as a row makes it: its native types, and which shape it has. */
export type NativeAnswer = {
  [Shape in keyof NativeAnswers]: { readonly shape: Shape; readonly body: NativeAnswers[Shape] };
}[keyof NativeAnswers];
