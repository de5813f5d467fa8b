import { GraphQLScalarType } from 'graphql';
import { addDomain } from './resolvers/Mutation/addDomain.ts';
import { beginTwoStep } from './resolvers/Mutation/beginTwoStep.ts';
import { changePassword } from './resolvers/Mutation/changePassword.ts';
import { confirmSecondStep } from './resolvers/Mutation/confirmSecondStep.ts';
import { createApiToken } from './resolvers/Mutation/createApiToken.ts';
import { deleteAccount } from './resolvers/Mutation/deleteAccount.ts';
import { disableTwoStep } from './resolvers/Mutation/disableTwoStep.ts';
import { enableTwoStep } from './resolvers/Mutation/enableTwoStep.ts';
import { endOtherSessions } from './resolvers/Mutation/endOtherSessions.ts';
import { endSession } from './resolvers/Mutation/endSession.ts';
import { removeDomain } from './resolvers/Mutation/removeDomain.ts';
import { renewRecoveryCodes } from './resolvers/Mutation/renewRecoveryCodes.ts';
import { replaceApiToken } from './resolvers/Mutation/replaceApiToken.ts';
import { requestPasswordReset } from './resolvers/Mutation/requestPasswordReset.ts';
import { resendVerification } from './resolvers/Mutation/resendVerification.ts';
import { resetPassword } from './resolvers/Mutation/resetPassword.ts';
import { revokeApiToken } from './resolvers/Mutation/revokeApiToken.ts';
import { signIn } from './resolvers/Mutation/signIn.ts';
import { signOut } from './resolvers/Mutation/signOut.ts';
import { signUp } from './resolvers/Mutation/signUp.ts';
import { updateLocale } from './resolvers/Mutation/updateLocale.ts';
import { verifyDomain } from './resolvers/Mutation/verifyDomain.ts';
import { accountStatistics } from './resolvers/Query/accountStatistics.ts';
import { domain } from './resolvers/Query/domain.ts';
import { domains } from './resolvers/Query/domains.ts';
import { plans } from './resolvers/Query/plans.ts';
import { viewer } from './resolvers/Query/viewer.ts';
import { apiTokens } from './resolvers/Viewer/apiTokens.ts';
import { plan } from './resolvers/Viewer/plan.ts';
import { sessions } from './resolvers/Viewer/sessions.ts';
import { usage } from './resolvers/Viewer/usage.ts';
import type { Resolvers } from './types.generated.ts';

const UnixTime = new GraphQLScalarType<number, number>({ name: 'UnixTime', description: 'Whole Unix seconds.' });

/** Every resolver of the accounts subgraph. */
export const resolvers: Resolvers = {
  UnixTime,
  Query: { viewer, plans, domains, domain, accountStatistics },
  Mutation: {
    beginTwoStep,
    changePassword,
    confirmSecondStep,
    deleteAccount,
    disableTwoStep,
    enableTwoStep,
    endOtherSessions,
    endSession,
    renewRecoveryCodes,
    requestPasswordReset,
    resendVerification,
    resetPassword,
    signIn,
    signOut,
    signUp,
    updateLocale,
    addDomain,
    verifyDomain,
    removeDomain,
    createApiToken,
    replaceApiToken,
    revokeApiToken,
  },
  Viewer: { plan, sessions, usage, apiTokens },
};
