import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
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
  const onBack = useRef(() => {});
  onBack.current = () => (isUnkept ? ask(true) : history.back());
  useEffect(() => onGoingBack(() => onBack.current()), []);
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

/** Says what became of the message, and ends the guard by hand for whoever wrote it down. */
export function KeptOrNot({ guard }: { guard: KeepGuard }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-text-2">{t('secret.deletedNow')}</p>
      {!guard.isKept && <ActionButton onClick={guard.keep}>{t('secret.saved')}</ActionButton>}
      <p role="status" className="text-text-2 empty:hidden">
        {guard.isKept ? t('secret.mayClose') : ''}
      </p>
    </div>
  );
}
