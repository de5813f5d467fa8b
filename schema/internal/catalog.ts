import { logNames } from '../events/logs.ts';
import { concealVerification } from './conceal-verification.ts';
import { findShareDomain, resolveHost } from './custom-domains.ts';
import {
  claimAccountDelivery,
  claimSecretDelivery,
  forgetAccountDelivery,
  forgetSecretDelivery,
  sealingKey,
} from './deliveries.ts';
import { beginTrailExport, readTrailExport } from './export-trail.ts';
import { findSecretsByShortKey, findWatchedSecret, shortKeyOfSecret } from './find-secrets.ts';
import { gatewayHealth } from './gateway-health.ts';
import { logCallsOf } from './log-history.ts';
import { noteProgram } from './note-program.ts';
import { beginPasskeySignIn, signInByPasskey } from './passkey.ts';
import { changePassword, requestPasswordReset, resetPassword } from './password.ts';
import { reportBounce } from './report-bounce.ts';
import { liftLimit, showLimits } from './request-limits.ts';
import { resolveSession } from './resolve-session.ts';
import { resolveToken } from './resolve-token.ts';
import { accountsHealth, notificationsHealth, secretsHealth, settleEventIn } from './service-health.ts';
import { confirmSecondStep, signIn, signOut } from './sign-in.ts';
import { resendVerification, signUp } from './sign-up.ts';
import { submitFeedback } from './submit-feedback.ts';
import { checkVerification, choosePassword, verifyByLink } from './verification.ts';

/** The services that answer calls, or the graph, or ask. */
export const serviceNames = ['accounts', 'secrets', 'notifications', 'audit', 'gateway'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The only service that asks operations of the graph, of all others. */
export const graphAsker = 'gateway' satisfies ServiceName;

/** Every internal call. */
export const internalCalls = [
  concealVerification,
  findShareDomain,
  resolveHost,
  claimAccountDelivery,
  claimSecretDelivery,
  forgetAccountDelivery,
  forgetSecretDelivery,
  sealingKey,
  beginTrailExport,
  readTrailExport,
  findSecretsByShortKey,
  findWatchedSecret,
  noteProgram,
  shortKeyOfSecret,
  gatewayHealth,
  ...logNames.flatMap((log) => Object.values(logCallsOf(log))),
  changePassword,
  requestPasswordReset,
  resetPassword,
  beginPasskeySignIn,
  signInByPasskey,
  reportBounce,
  liftLimit,
  showLimits,
  resolveSession,
  resolveToken,
  accountsHealth,
  notificationsHealth,
  secretsHealth,
  ...logNames.map(settleEventIn),
  confirmSecondStep,
  signIn,
  signOut,
  resendVerification,
  signUp,
  submitFeedback,
  checkVerification,
  choosePassword,
  verifyByLink,
] as const;

/** The other services that a service asks, by the calls and the graph. */
export function neighboursOf(asker: ServiceName): readonly ServiceName[] {
  return serviceNames.filter((name) => name !== asker && asks(asker, name));
}

/** The other services that ask a service. */
export function askersOf(answerer: ServiceName): readonly ServiceName[] {
  return serviceNames.filter((name) => name !== answerer && asks(name, answerer));
}

function asks(asker: ServiceName, answerer: ServiceName): boolean {
  if (asker === graphAsker) return true;
  return internalCalls.some(({ name, askers }) => {
    return name.startsWith(`${answerer}.`) && (askers as readonly string[]).includes(asker);
  });
}
