import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { onGoingBack } from './shown-mark.ts';

export type KeepGuard = ReturnType<typeof useKeepGuard>;

/**
 * The page holds the only copy there is. Until it is kept somewhere else, the browser asks before the page is unloaded, and
 * going back asks in a dialog of ours, which phones need: some browsers there ask nothing. `close` forgets the message;
 * leaving does that first, because there may be no page to go back to. It is kept when it was copied, or its reader says so.
 */
export function useKeepGuard(isNeeded: boolean, close: () => void) {
  const [isKept, setKept] = useState(false);
  const isUnkept = isNeeded && !isKept;
  useEffect(() => {
    if (!isUnkept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnkept]);
  return { isKept, keep: () => setKept(true), ...useQuestion(isUnkept, close) };
}

function useQuestion(isUnkept: boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  // Known at once: a dialog reports that it was closed after Leave, too, when nobody is asking any more.
  const asks = useRef(false);
  const ask = (isAskingNow: boolean) => {
    asks.current = isAskingNow;
    setAsking(isAskingNow);
  };
  const onBack = useEffectEvent(() => (isUnkept ? ask(true) : history.back()));
  useEffect(() => onGoingBack(onBack), []);
  const stay = () => {
    if (!asks.current) return;
    ask(false);
    history.forward();
  };
  const leave = () => {
    ask(false);
    close();
    history.back();
  };
  return { isAsking, stay, leave };
}
