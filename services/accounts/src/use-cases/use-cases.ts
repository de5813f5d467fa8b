import type { PlanDefinition } from '@onceover/schema/plans';
import type { AccountPorts } from './account/account-ports.ts';
import { accountStatisticsUseCase, showUsageUseCase, type UsagePorts } from './account/account-statistics.ts';
import { deleteAccountUseCase } from './account/erase-account.ts';
import {
  countRecoveryCodesUseCase,
  updateLocaleUseCase,
  viewAccountUseCase,
  viewCustomerUseCase,
} from './account/own-account.ts';
import { requestByEmailUseCase } from './account/pending-request.ts';
import { checkVerificationUseCase, verifyByLinkUseCase } from './account/verify-account.ts';
import {
  createApiTokenUseCase,
  listApiTokensUseCase,
  replaceApiTokenUseCase,
  revokeApiTokenUseCase,
} from './api-token/manage-api-tokens.ts';
import { resolveTokenUseCase } from './api-token/resolve-token.ts';
import type { TokenPorts } from './api-token/token-ports.ts';
import { addDomainUseCase } from './domain/add-domain.ts';
import type { DomainPorts } from './domain/domain-ports.ts';
import {
  findShareDomainUseCase,
  listDomainsUseCase,
  listSuspendedHostsUseCase,
  resolveHostUseCase,
  showDomainUseCase,
} from './domain/find-domains.ts';
import { removeDomainsOfUseCase, removeDomainUseCase } from './domain/remove-domain.ts';
import { recheckDomainsUseCase, verifyDomainUseCase } from './domain/verify-domain.ts';
import { confirmIdentityUseCase } from './operator/confirm-identity.ts';
import { limitUseCases } from './operator/lift-limit.ts';
import { listCustomersUseCase } from './operator/list-customers.ts';
import { manageCustomersUseCases } from './operator/manage-customers.ts';
import { manageDomainsUseCases } from './operator/manage-domains.ts';
import { settleEventUseCase } from './operator/settle-event.ts';
import { passkeyUseCases } from './passkey/manage-passkeys.ts';
import { beginPasskeySignInUseCase, signInByPasskeyUseCase } from './passkey/sign-in-by-passkey.ts';
import { changePasswordUseCase } from './password/change-password.ts';
import { choosePasswordUseCase } from './password/choose-password.ts';
import { resetPasswordUseCase } from './password/reset-password.ts';
import { confirmSecondStepUseCase } from './session/confirm-second-step.ts';
import {
  endSessionsUseCase,
  listSessionsOfUseCase,
  listSessionsUseCase,
  signOutUseCase,
} from './session/manage-sessions.ts';
import { resolveSessionUseCase } from './session/resolve-session.ts';
import { signInUseCase } from './session/sign-in.ts';
import { signUpUseCase } from './sign-up/sign-up.ts';
import { twoStepUseCases } from './two-step/two-step.ts';

/** What all use cases together work with; a group per part of the service. */
export interface ServicePorts {
  readonly account: AccountPorts;
  readonly plans: readonly PlanDefinition[];
  readonly domains: DomainPorts;
  readonly tokens: TokenPorts;
  readonly usage: UsagePorts;
}

export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf({ account, plans, domains, tokens, usage }: ServicePorts) {
  return {
    /** The plans on offer, cheapest first, the anonymous one among them. */
    listPlans: async () => plans,
    signUp: signUpUseCase(account),
    resendVerification: requestByEmailUseCase(account, 'resend'),
    requestPasswordReset: requestByEmailUseCase(account, 'reset'),
    checkVerification: checkVerificationUseCase(account),
    verifyByLink: verifyByLinkUseCase(account),
    choosePassword: choosePasswordUseCase(account),
    resetPassword: resetPasswordUseCase(account),
    changePassword: changePasswordUseCase(account),
    signIn: signInUseCase(account),
    confirmSecondStep: confirmSecondStepUseCase(account),
    signOut: signOutUseCase(account),
    resolveSession: resolveSessionUseCase(account),
    viewAccount: viewAccountUseCase(account),
    viewCustomer: viewCustomerUseCase(account),
    countRecoveryCodes: countRecoveryCodesUseCase(account),
    listSessions: listSessionsUseCase(account),
    listSessionsOf: listSessionsOfUseCase(account),
    confirmIdentity: confirmIdentityUseCase(account),
    ...manageCustomersUseCases(account),
    listCustomers: listCustomersUseCase({ ...account, ...usage }),
    settleEvent: settleEventUseCase(account),
    ...limitUseCases(account),
    updateLocale: updateLocaleUseCase(account),
    ...endSessionsUseCase(account),
    deleteAccount: deleteAccountUseCase(account),
    ...twoStepUseCases(account),
    ...passkeyUseCases(account),
    beginPasskeySignIn: beginPasskeySignInUseCase(account),
    signInByPasskey: signInByPasskeyUseCase(account),
    ...domainUseCasesOf(domains),
    ...tokenUseCasesOf(tokens),
    accountStatistics: accountStatisticsUseCase(usage),
    showUsage: showUsageUseCase(usage),
  };
}

export type DomainUseCases = ReturnType<typeof domainUseCasesOf>;

export function domainUseCasesOf(ports: DomainPorts) {
  return {
    /** Where customers should point their hosts. */
    domainPlace: ports.place,
    listDomains: listDomainsUseCase(ports),
    listSuspendedHosts: listSuspendedHostsUseCase(ports),
    showDomain: showDomainUseCase(ports),
    addDomain: addDomainUseCase(ports),
    verifyDomain: verifyDomainUseCase(ports),
    removeDomain: removeDomainUseCase(ports),
    removeDomainsOf: removeDomainsOfUseCase(ports),
    ...manageDomainsUseCases(ports),
    recheckDomains: recheckDomainsUseCase(ports),
    findShareDomain: findShareDomainUseCase(ports),
    resolveHost: resolveHostUseCase(ports),
  };
}

export type TokenUseCases = ReturnType<typeof tokenUseCasesOf>;

export function tokenUseCasesOf(ports: TokenPorts) {
  return {
    listApiTokens: listApiTokensUseCase(ports),
    createApiToken: createApiTokenUseCase(ports),
    replaceApiToken: replaceApiTokenUseCase(ports),
    revokeApiToken: revokeApiTokenUseCase(ports),
    resolveToken: resolveTokenUseCase(ports),
  };
}
