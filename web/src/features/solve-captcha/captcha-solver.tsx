import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import { announce } from '../../lib/announcer.ts';
import { useCaptcha } from './use-captcha.tsx';

type Send = FormCaptcha['send'];

/** Shows the row of a captcha that the server has asked for; what it returns solves it. */
export function solverIn(show: (box: ReactNode) => void): Promise<Send> {
  return new Promise((onReady) => show(<CaptchaSolver onReady={onReady} />));
}

function CaptchaSolver({ onReady }: { readonly onReady: (send: Send) => void }) {
  const { t } = useTranslation('public');
  const { box, send } = useCaptcha({ isExpected: true });
  useEffect(() => onReady(send), [onReady, send]);
  // A live region that appears together with its words is not read out.
  useEffect(() => announce(t('captcha.wait')), [t]);
  return box;
}
