import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import { holdMilliseconds } from '@onceover/schema/web/opening';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { solve, solveHere } from '../../lib/proof-of-work/solve.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { Act, Gesture } from './observe.ts';
import { SecondQuestion } from './second-question.tsx';

interface HoldToOpenProps {
  /** As it came with what asked to hold. */
  readonly challenge: AltchaChallengeAnswer;
  readonly isVerification: boolean;
  readonly isBlocked: boolean;
  /** What makes the act that is handled now. */
  readonly gestureNow: () => Gesture;
  readonly onAct: (act: Act) => void;
}

/**
 * The button of a person in doubt: held for 1.2 seconds with a pointer, a finger, Space or Enter, while a proof of work is done.
 * Who cannot hold answers a question, and assistive technology, which presses without holding, comes to it by itself.
 */
export function HoldToOpen({ challenge, isVerification, isBlocked, gestureNow, onAct }: HoldToOpenProps) {
  const { t } = useTranslation();
  const hintId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const proof = useProof(challenge);
  const isThere = useIsThere();
  // It is mounted anew with each challenge.
  const [askedAt] = useState(() => performance.now());
  const [isDone, setDone] = useState(false);
  const isOff = isBlocked || isDone;
  const finish = async (act: Act) => {
    setDone(true);
    // Whoever answers at once has not been asked for long enough: the server would ask again.
    if (act.way === 'answer') await until(askedAt + holdMilliseconds);
    // Where it could not be computed, the server says what it makes of that.
    const solved = await proof.current?.catch(() => '');
    // Meanwhile the page may have been left: what is opened then is seen by nobody.
    if (!isThere.current) return;
    onAct({ ...act, proof: solved ?? '' });
    setDone(false);
  };
  const { quarters, ...hold } = useHold(isOff, gestureNow, (act) => void finish(act));
  // Neither pointer nor key: the press of a screen reader, a switch or a voice.
  const onClick = ({ nativeEvent }: MouseEvent) => {
    if (nativeEvent.isTrusted && gestureNow() === 'virtual') setAsking(true);
  };
  useEffect(() => {
    if (!isAsking) button.current?.focus({ preventScroll: true });
  }, [isAsking]);
  if (isAsking) {
    return (
      <SecondQuestion
        question={t(isVerification ? 'secret.hold.verifyQuestion' : 'secret.hold.question')}
        isOff={isOff}
        onYes={() => void finish({ gesture: gestureNow(), way: 'answer', heldMs: 0 })}
        onNo={() => setAsking(false)}
      />
    );
  }
  const busy = isDone || isBlocked;
  return (
    <div className="flex flex-col gap-3">
      <ActionButton
        ref={button}
        look="primary"
        className="hold min-h-12 w-full"
        isOff={isOff}
        aria-describedby={hintId}
        data-quarters={quarters}
        {...handlersOf(hold)}
        onClick={onClick}
      >
        <span>{busy ? t('busy.loading') : t(isVerification ? 'secret.hold.verify' : 'secret.hold.button')}</span>
      </ActionButton>
      <p id={hintId} className="text-small text-text-2">
        {t('secret.hold.hint')}
      </p>
      <button type="button" className="link min-h-11 self-start text-start" onClick={() => setAsking(true)}>
        {t('secret.hold.cannot')}
      </button>
    </div>
  );
}

/** The solution, begun when the page asks to hold; it is ready before somebody has read the hint and held the button. */
function useProof({ challenge, salt, signature, maxnumber }: AltchaChallengeAnswer) {
  const proof = useRef<Promise<string> | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const puzzle = { algorithm: 'SHA-256', challenge, salt, signature, maxNumber: maxnumber, lifeMs: null } as const;
    proof.current = solve(puzzle, stop.signal).catch(() => solveHere(puzzle));
    proof.current.catch(() => undefined);
    return () => stop.abort();
  }, [challenge, salt, signature, maxnumber]);
  return proof;
}

function useIsThere() {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

function until(moment: number): Promise<void> {
  return new Promise((done) => setTimeout(done, Math.max(0, moment - performance.now())));
}

const steps = 4;

interface Holding {
  readonly timer: number;
  /** The key that holds it, or `pointer`. */
  readonly by: string;
}

/** How far the button is held, in quarters: a step each, so that it shows without motion too. */
function useHold(isOff: boolean, gestureNow: () => Gesture, onHeld: (act: Act) => void) {
  const [quarters, setQuarters] = useState(0);
  const holding = useRef<Holding | null>(null);
  const stop = () => {
    window.clearInterval(holding.current?.timer);
    holding.current = null;
    setQuarters(0);
  };
  const start = (by: string) => {
    if (isOff || holding.current !== null) return;
    const since = performance.now();
    const gesture = gestureNow();
    const timer = window.setInterval(() => {
      const heldMs = performance.now() - since;
      setQuarters(Math.min(steps, Math.floor((heldMs / holdMilliseconds) * steps)));
      if (heldMs < holdMilliseconds) return;
      stop();
      onHeld({ gesture, way: 'hold', heldMs });
    }, holdMilliseconds / 24);
    holding.current = { timer, by };
  };
  useEffect(() => () => window.clearInterval(holding.current?.timer), []);
  return { quarters, start, stop, isHeldBy: (key: string) => holding.current?.by === key };
}

const isHoldKey = (key: string) => key === ' ' || key === 'Enter';

/** Only what a person does holds, and letting go, leaving or sliding off ends it. */
function handlersOf({ start, stop, isHeldBy }: Omit<ReturnType<typeof useHold>, 'quarters'>) {
  return {
    onPointerDown: (event: PointerEvent) => event.nativeEvent.isTrusted && event.button === 0 && start('pointer'),
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onBlur: stop,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (!isHoldKey(event.key)) return;
      event.preventDefault();
      if (event.nativeEvent.isTrusted && !event.repeat) start(event.key);
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isHoldKey(event.key)) return;
      event.preventDefault();
      if (isHeldBy(event.key)) stop();
    },
  };
}
