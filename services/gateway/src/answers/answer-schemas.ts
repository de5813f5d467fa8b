import * as account from '@onceover/schema/rest/account';
import * as colonel from '@onceover/schema/rest/colonel';
import * as domains from '@onceover/schema/rest/domains';
import * as doors from '@onceover/schema/rest/doors';
import * as events from '@onceover/schema/rest/events';
import * as later from '@onceover/schema/rest/later';
import * as metadata from '@onceover/schema/rest/metadata';
import * as secret from '@onceover/schema/rest/secret';
import * as site from '@onceover/schema/rest/site';
import * as support from '@onceover/schema/rest/support';
import * as v1 from '@onceover/schema/rest/v1';

/**
 * The schema of every answer of the REST contract, by the name of its shape. The types of the answers and the published
 * document are made of it; a running gateway does not load it.
 */
export const answerSchemas = {
  account: account.accountAnswer,
  acknowledged: secret.acknowledgeAnswer,
  apiToken: account.apiTokenAnswer,
  authcheck: account.authcheckAnswer,
  burned: metadata.burnAnswer,
  captcha: site.altchaChallengeAnswer,
  colonel: colonel.colonelAnswer,
  concealed: secret.concealAnswer,
  destroyed: account.destroyAnswer,
  domain: domains.domainAnswer,
  domainAdded: domains.domainChangedAnswer,
  domainRemoved: domains.domainRemovedAnswer,
  domains: domains.domainListAnswer,
  domainVerified: domains.domainChangedAnswer,
  events: events.eventsAnswer,
  feedback: support.feedbackAnswer,
  incoming: support.incomingAnswer,
  laterBurned: later.laterBurnAnswer,
  laterConcealed: later.laterConcealAnswer,
  laterLabeled: later.laterMemoAnswer,
  laterReceipt: later.laterReceiptAnswer,
  laterReceipts: later.laterReceiptsAnswer,
  laterRecent: later.laterRecentAnswer,
  laterRevealed: later.laterRevealAnswer,
  laterStatus: later.laterStatusAnswer,
  laterStatuses: later.laterStatusesAnswer,
  locale: account.updateLocaleAnswer,
  locales: site.supportedLocalesAnswer,
  message: doors.messageAnswer,
  passkeyOptions: doors.passkeyOptionsAnswer,
  passwordChanged: account.changePasswordAnswer,
  private: metadata.privateAnswer,
  recent: metadata.recentAnswer,
  revealed: secret.revealAnswer,
  secondStep: doors.secondStepAnswer,
  secret: secret.secretAnswer,
  shrimp: site.validateShrimpAnswer,
  signedIn: doors.signInAnswer,
  signedOut: doors.signOutAnswer,
  status: site.statusAnswer,
  unconfirmed: secret.unconfirmedRevealAnswer,
  v1Burned: v1.v1BurnAnswer,
  v1Recent: v1.v1RecentAnswer,
  v1Secret: v1.v1Object,
  v1Status: v1.v1StatusAnswer,
  v1Value: v1.v1ValueAnswer,
  version: site.versionAnswer,
} as const;
