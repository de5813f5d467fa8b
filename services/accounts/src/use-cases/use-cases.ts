import type { Plan } from '../domain/plan/plan.ts';
import { accountStatisticsUseCase, showUsageUseCase, type UsagePorts } from './account-statistics.ts';
import { changePasswordUseCase } from './change-password.ts';
import { confirmSecondStepUseCase } from './confirm-second-step.ts';
import { deleteAccountUseCase } from './delete-account.ts';
import type { DomainPorts } from './domain-ports.ts';
import { domainUseCasesOf } from './domain-use-cases.ts';
import { endSessionsUseCase } from './end-sessions.ts';
import { listPlansUseCase } from './list-plans.ts';
import { listSessionsUseCase } from './list-sessions.ts';
import type { AccountPorts } from './ports.ts';
import { requestByMailUseCase } from './request-by-mail.ts';
import { resetPasswordUseCase } from './reset-password.ts';
import { resolveSessionUseCase } from './resolve-session.ts';
import { signInUseCase } from './sign-in.ts';
import { signOutUseCase } from './sign-out.ts';
import { signUpUseCase } from './sign-up.ts';
import type { TokenPorts } from './token-ports.ts';
import { tokenUseCasesOf } from './token-use-cases.ts';
import { twoStepUseCases } from './two-step.ts';
import { updateLocaleUseCase } from './update-locale.ts';
import { viewAccountUseCase } from './view-account.ts';

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
