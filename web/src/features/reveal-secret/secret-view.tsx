import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Seal } from '../../ui/seal.tsx';
import { type KeepGuard, useKeepGuard } from './keep-guard.ts';
import { OpenPage } from './open-page.tsx';
import type { RevealState } from './reveal-state.ts';
import { RevealedPage } from './revealed-page.tsx';
import { useReveal } from './use-reveal.ts';

/** The secret page: one state at a time, beginning with what the gate said. */
export function SecretView({ first, gone }: { first: RevealState; gone: ReactNode }) {
  const { t } = useTranslation();
  const { state, open, retry, askAgain, waitIsOver, close } = useReveal(first);
  const guard = useKeepGuard(state.kind === 'revealed', close);
  switch (state.kind) {
    case 'loading':
      return <PlainPage heading={t('pages.secret.heading')} text={t('busy.loading')} />;
    case 'load-failed':
      return (
        <PlainPage heading={t('errors.initialPageData')} text={describeGateError(state.error, t)}>
          <p>
            <ActionButton look="primary" onClick={askAgain}>
              {t('errors.retry')}
            </ActionButton>
          </p>
        </PlainPage>
      );
    case 'gone':
      return gone;
    case 'closed':
      return <PlainPage heading={t('secret.closedHeading')} text={t('secret.closedText')} />;
    case 'lost':
      return <PlainPage heading={t('secret.lostHeading')} text={t('secret.lost')} />;
    case 'interrupted':
      return (
        <PlainPage heading={t('secret.interruptedHeading')} text={t('secret.interrupted')}>
          <p>
            <ActionButton look="primary" isOff={state.isBusy} onClick={retry}>
              {state.isBusy ? t('busy.loading') : t('errors.retry')}
            </ActionButton>
          </p>
        </PlainPage>
      );
    case 'verified':
      return <VerifiedPage />;
    case 'revealed':
      return (
        <>
          <RevealedPage secret={state.secret} guard={guard} />
          <LeaveDialog guard={guard} />
        </>
      );
    default:
      return <OpenPage state={state} onOpen={open} onWaitOver={waitIsOver} />;
  }
}

function describeGateError(error: unknown, t: TFunction<'core'>): string {
  const hasOwnWords = error instanceof ApiError && (error.serverMessage !== null || error.status === 0);
  return hasOwnWords ? describeError(error, t) : t('errors.fetchSecret');
}

function PlainPage({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={`${heading} · Onceover`}>{heading}</PageHeading>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Asks whether the message may be lost. Escape and the backdrop stay. */
function LeaveDialog({ guard }: { guard: KeepGuard }) {
  const { t } = useTranslation();
  if (!guard.isAsking) return null;
  return (
    <Modal title={t('secret.leave.heading')} onClose={guard.stay}>
      <p className="mt-2 text-text-2">{t('secret.leave.text')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionButton look="primary" className="max-sm:w-full" onClick={guard.stay}>
          {t('secret.leave.no')}
        </ActionButton>
        <ActionButton look="text-danger" className="max-sm:w-full" onClick={guard.leave}>
          {t('secret.leave.yes')}
        </ActionButton>
      </div>
    </Modal>
  );
}

/** Opening the link verified an account: says so, with one thing to do. Opening it ended any session, so that is to sign in. */
function VerifiedPage() {
  const { t } = useTranslation();
  const heading = t('secret.verifiedHeading');
  return (
    <div className="enter mx-auto flex max-w-narrow flex-col items-center gap-5 text-center">
      <Seal state="opened" size={72} isFresh />
      <PageHeading look="display" documentTitle={`${heading} · Onceover`}>
        {heading}
      </PageHeading>
      {pageData().authentication.signin && (
        <>
          <p className="text-text-2">{t('secret.verified')}</p>
          <ButtonLink href={paths.signIn} look="primary" className="min-h-12 w-full">
            {t('header.signIn')}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
