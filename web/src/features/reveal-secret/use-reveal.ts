import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { newIdempotencyKey } from '../../lib/calls/idempotency-key.ts';
import { askGate, secretKeyOfPage } from './gate.ts';
import { type Act, observedOf } from './observe.ts';
import { acknowledge, type Claim, revealSecret } from './reveal-secret.ts';
import { type RevealState, revealReducer } from './reveal-state.ts';
import { markShownHere } from './shown-mark.ts';

const noClaim: Claim = { key: '', passphrase: '', observed: '', proof: '' };

/** Runs the secret page: opens on demand, acknowledges, and forgets the value when the page is left. */
export function useReveal(first: RevealState) {
  const [state, dispatch] = useReducer(revealReducer, first);
  const claim = useRef(noClaim);
  const isUnderWay = useRef(false);

  const close = () => flushSync(() => dispatch({ type: 'page-hidden' }));
  useForgetOnHide(close);

  useEffect(() => {
    if (state.kind !== 'revealed' && (state.kind !== 'verified' || claim.current.key === '')) return;
    acknowledge(secretKeyOfPage(), claim.current.key);
    claim.current = noClaim;
    markShownHere(state.kind === 'revealed' ? 'message' : 'verification');
  }, [state]);

  /** Sends the last claim, again if its answer was lost. */
  const send = async () => {
    if (isUnderWay.current) return;
    if (!navigator.onLine) return dispatch({ type: 'found-offline' });
    isUnderWay.current = true;
    dispatch({ type: 'submitted' });
    const outcome = await revealSecret(secretKeyOfPage(), claim.current);
    isUnderWay.current = false;
    dispatch({ type: 'answered', outcome, nowMs: Date.now() });
  };
  /** Opens the link with a new claim. Call it only from a person's own gesture. */
  const open = (passphrase: string, act: Act) => {
    if (isUnderWay.current) return;
    const { proof = '' } = act;
    claim.current = { key: newIdempotencyKey(), passphrase, observed: observedOf(act), proof };
    void send();
  };
  const askAgain = () => {
    dispatch({ type: 'asked-again' });
    void askGate().then(dispatch);
  };
  return { state, open, retry: () => void send(), askAgain, waitIsOver: () => dispatch({ type: 'wait-over' }), close };
}

/** The browser may keep a page in memory and bring it back later; by then the value must be gone from it, and nothing held. */
function useForgetOnHide(forget: () => void): void {
  const onHide = useEffectEvent(forget);
  useEffect(() => {
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);
}
