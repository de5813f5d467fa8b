import type { Plan } from '../domain/plan/plan.ts';
import { accountStatisticsUseCase, showUsageUseCase, type UsagePorts } from './account/account-statistics.ts';
import { deleteAccountUseCase } from './account/delete-account.ts';
import { requestByMailUseCase } from './account/request-by-mail.ts';
import { signUpUseCase } from './account/sign-up.ts';
import { updateLocaleUseCase } from './account/update-locale.ts';
import { viewAccountUseCase } from './account/view-account.ts';
import type { TokenPorts } from './api-token/token-ports.ts';
import { tokenUseCasesOf } from './api-token/token-use-cases.ts';
import type { DomainPorts } from './domain/domain-ports.ts';
import { domainUseCasesOf } from './domain/domain-use-cases.ts';
import { changePasswordUseCase } from './password/change-password.ts';
import { resetPasswordUseCase } from './password/reset-password.ts';
import { listPlansUseCase } from './plan/list-plans.ts';
import type { AccountPorts } from './ports.ts';
import { confirmSecondStepUseCase } from './session/confirm-second-step.ts';
import { endSessionsUseCase } from './session/end-sessions.ts';
import { listSessionsUseCase } from './session/list-sessions.ts';
import { resolveSessionUseCase } from './session/resolve-session.ts';
import { signInUseCase } from './session/sign-in.ts';
import { signOutUseCase } from './session/sign-out.ts';
import { twoStepUseCases } from './two-step/two-step.ts';

/** What all verbs together work with; a group per part of the service. */
export interface ServicePorts {
  readonly account: AccountPorts;
  readonly plans: readonly Plan[];
  readonly domains: DomainPorts;
  readonly tokens: TokenPorts;
  readonly usage: UsagePorts;
}

/** Every verb that has a door. */
export type UseCases = ReturnType<typeof useCasesOf>;

export function useCasesOf({ account, plans, domains, tokens, usage }: ServicePorts) {
  return {
    listPlans: listPlansUseCase(plans),
    signUp: signUpUseCase(account),
    resendVerification: requestByMailUseCase(account, 'resend'),
    requestPasswordReset: requestByMailUseCase(account, 'reset'),
    resetPassword: resetPasswordUseCase(account),
    changePassword: changePasswordUseCase(account),
    signIn: signInUseCase(account),
    confirmSecondStep: confirmSecondStepUseCase(account),
    signOut: signOutUseCase(account),
    resolveSession: resolveSessionUseCase(account),
    viewAccount: viewAccountUseCase(account),
    listSessions: listSessionsUseCase(account),
    updateLocale: updateLocaleUseCase(account),
    ...endSessionsUseCase(account),
    deleteAccount: deleteAccountUseCase(account),
    ...twoStepUseCases(account),
    ...domainUseCasesOf(domains),
    ...tokenUseCasesOf(tokens),
    accountStatistics: accountStatisticsUseCase(usage),
    showUsage: showUsageUseCase(usage),
  };
}
