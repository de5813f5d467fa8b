import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { formatWait } from '../../i18n/format.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { Capital } from '../../ui/capital.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PassphraseField } from '../../ui/password-field.tsx';
import { Seal } from '../../ui/seal.tsx';
import { type Act, gestureNow } from './observe.ts';
import type { Obstacle, RevealState } from './reveal-state.ts';
import { SignInPrompt } from './sign-in-prompt.tsx';

interface OpenPageProps {
  readonly state: Extract<RevealState, { kind: 'ready' }>;
  readonly onOpen: (passphrase: string, act: Act) => void;
  readonly onWaitOver: () => void;
}

/** Few people ever see these, so that they have files of their own. */
const SignUpPassword = lazy(async () => ({ default: (await import('./verify-parts.tsx')).SignUpPassword }));
const ChooseInstead = lazy(async () => ({ default: (await import('./verify-parts.tsx')).ChooseInstead }));
const HoldToOpen = lazy(async () => ({ default: (await import('./hold-to-open.tsx')).HoldToOpen }));

/**
 * Asks before anything is opened. Only a real click or a real Enter opens: a submit made by a script is a trusted
 * event too, so the form itself does nothing.
 */
export function OpenPage({ state, onOpen, onWaitOver }: OpenPageProps) {
  const { t } = useTranslation();
  const { gate, isBusy, obstacle, hold } = state;
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isWrong = obstacle?.kind === 'wrong-passphrase';
  const tries = isWrong ? obstacle.tries : 0;
  const isBlocked = isBusy || obstacle?.kind === 'limited' || obstacle?.kind === 'locked';
  useEffect(() => {
    if (tries > 0) field.current?.select();
  }, [tries]);
  const openByHand = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!event.nativeEvent.isTrusted || isBlocked || hold !== null) return;
    onOpen(passphrase, { gesture: gestureNow(), way: 'click', heldMs: 0 });
  };
  const isVerification = gate.needsVerification;
  const calm = isVerification ? t('secret.verifyHeading') : t('secret.confirmHeading');
  const heading = gate.hasPassphrase && !isVerification ? t('secret.passphraseHeading') : calm;
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-5">
      <div className="flex flex-col items-center gap-4 text-center">
        <Seal state="sealed" size={72} />
        <PageHeading look="display" documentTitle={`${heading} · Onceover`}>
          {heading}
        </PageHeading>
        <p className="text-text-2">{t(isVerification ? 'secret.verifyCaution' : 'secret.caution')}</p>
      </div>
      {gate.isOwner && !isVerification && <OwnerWarning />}
      <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
        <input type="hidden" name="shrimp" value={formToken() ?? ''} />
        <input type="hidden" name="continue" value="true" />
        {gate.hasPassphrase && isVerification && (
          <Suspense>
            <SignUpPassword
              value={passphrase}
              onChange={setPassphrase}
              isWrong={isWrong}
              isReadOnly={isBusy}
              inputRef={field}
              onEnter={openByHand}
            />
          </Suspense>
        )}
        {gate.hasPassphrase && !isVerification && (
          <PassphraseField
            label={t('passphrase.label')}
            showLabel={t('passphrase.show')}
            hint={t('secret.passphraseCaution')}
            value={passphrase}
            onChange={setPassphrase}
            isReadOnly={isBusy}
            inputRef={field}
            onEnter={openByHand}
            {...(isWrong ? { error: t('refusals.bad_passphrase') } : {})}
          />
        )}
        {obstacle !== null && <ObstacleNotice obstacle={obstacle} onWaitOver={onWaitOver} />}
        {hold === null ? (
          <ActionButton look="primary" type="submit" className="min-h-12 w-full" isOff={isBlocked} onClick={openByHand}>
            <Capital>
              {isBusy ? t('busy.submitting') : isVerification ? t('secret.clickToVerify') : t('secret.click')}
            </Capital>
          </ActionButton>
        ) : (
          <Suspense fallback={<p>{t('busy.loading')}</p>}>
            <HoldToOpen
              key={hold.salt}
              challenge={hold}
              isVerification={isVerification}
              isBlocked={isBlocked}
              gestureNow={gestureNow}
              onAct={(act) => onOpen(passphrase, act)}
            />
          </Suspense>
        )}
        <p className="sr-only" role="status">
          {isBusy ? t('busy.loading') : ''}
        </p>
      </form>
      {isVerification && gate.hasPassphrase && (
        <Suspense>
          <ChooseInstead />
        </Suspense>
      )}
      {isVerification ? <SignInPrompt /> : <RecipientDetails />}
    </div>
  );
}

/** For the person who created this link: opening it uses it up before the recipient can. */
function OwnerWarning() {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <Notice kind="warning" dismiss={{ label: t('alert.dismiss'), onDismiss: () => setShown(false) }}>
      {t('secret.ownerWarning')}
    </Notice>
  );
}

/** For a wary recipient: what this is, what the click does, who can see it, and which site this is. */
function RecipientDetails() {
  const { t } = useTranslation();
  return (
    <div className="border-t border-border pt-3">
      <Disclosure summary={t('secret.details.summary')}>
        <dl className="flex flex-col gap-3">
          {(['what', 'click', 'see'] as const).map((topic) => (
            <div key={topic}>
              <dt className="font-medium text-text">{t(`secret.details.${topic}`)}</dt>
              <dd>{t(`secret.details.${topic}Text`)}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className="mt-2 text-small text-text-3">
        <Around text={t('secret.whereYouAre', { host: '\n' })}>
          <bdi dir="ltr" className="font-medium text-text-2">
            {location.host}
          </bdi>
        </Around>
        {'. '}
        {t('secret.never')}
      </p>
    </div>
  );
}

/** Why the message did not open, and what can be done now. None of this uses up the message. */
function ObstacleNotice({ obstacle, onWaitOver }: { obstacle: Obstacle; onWaitOver: () => void }) {
  const { t } = useTranslation();
  const title = t('alert.error');
  switch (obstacle.kind) {
    case 'wrong-passphrase':
      return (
        <p className="sr-only" role="alert" key={obstacle.tries}>
          {t('refusals.bad_passphrase')}
        </p>
      );
    case 'limited':
      return <WaitNotice untilMs={obstacle.untilMs} onOver={onWaitOver} />;
    case 'locked':
      return (
        <Notice kind="error" title={title} takesFocus>
          {t('refusals.locked')}
        </Notice>
      );
    case 'offline':
      return (
        <Notice kind="error" title={title}>
          {t('errors.offline')}
        </Notice>
      );
    default:
      return (
        <Notice kind="error" title={title} takesFocus>
          {describeError(obstacle.error, t)}
        </Notice>
      );
  }
}

/** Counts down visually only; screen readers hear the alert once. */
function WaitNotice({ untilMs, onOver }: { untilMs: number; onOver: () => void }) {
  const { t, i18n } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(untilMs));
  const tick = useEffectEvent(() => {
    const left = secondsUntil(untilMs);
    setSecondsLeft(left);
    if (left <= 0) onOver();
  });
  useEffect(() => {
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice kind="error" title={t('alert.error')} takesFocus>
      <p>{t('refusals.limited')}</p>
      <p aria-live="off">{t('errors.wait', { time: formatWait(secondsLeft, i18n.language) })}</p>
    </Notice>
  );
}

function secondsUntil(untilMs: number): number {
  return Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));
}
