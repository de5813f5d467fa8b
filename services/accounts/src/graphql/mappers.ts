import type { AccountView } from '../use-cases/account/view-account.ts';
import type { NewSession } from '../use-cases/session/establish-session.ts';
import type { ListedSession } from '../use-cases/session/list-sessions.ts';
import type { SignInOutcome } from '../use-cases/session/sign-in.ts';
import type * as graph from './types.generated.ts';

/** What stands behind each type of the graph, field by field; no row travels. */

const roles = { customer: 'CUSTOMER', colonel: 'COLONEL' } as const;

/** The parts of a viewer that cost a look of their own are resolvers of their own. */
export function toViewer({ account, custid, recoveryCodesLeft }: AccountView): graph.Viewer {
  const { accountRef, role, isVerified, locale, planId, createdAt, lastSignInAt, isTwoStepOn } = account;
  const viewer = {
    __typename: 'Viewer',
    id: accountRef,
    custid,
    role: roles[role],
    isVerified,
    locale,
    planId,
    created: unixTime(createdAt),
    lastSignIn: lastSignInAt === null ? null : unixTime(lastSignInAt),
    twoStep: { isEnabled: isTwoStepOn, recoveryCodesLeft },
  };
  return viewer as unknown as graph.Viewer;
}

/** The plan a viewer was mapped with. */
export function planIdOf(viewer: graph.Viewer): string {
  return (viewer as unknown as { readonly planId: string }).planId;
}

export function toListedSession({ ref, isCurrent, session }: ListedSession): graph.Session {
  return {
    id: ref,
    isCurrent,
    created: unixTime(session.createdAt),
    lastSeen: unixTime(session.lastSeenAt),
    userAgentFamily: session.userAgentFamily,
  };
}

export function toNewSession({ id, rememberMe }: NewSession): graph.NewSession {
  return { id, rememberMe };
}

export function toSignedIn(
  outcome: Extract<SignInOutcome, { kind: 'signed-in' }>,
): graph.SignedIn & { readonly __typename: 'SignedIn' } {
  const { session, custid, locale } = outcome;
  return { __typename: 'SignedIn', session: toNewSession(session), custid, locale };
}

function unixTime(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
