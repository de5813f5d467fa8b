import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Viewer } from './account.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoStepOff, TwoStepRenew } from './two-step-changes.tsx';
import { TwoStepSetUp } from './two-step-set-up.tsx';

type Doing = 'nothing' | 'turning-on' | 'turning-off' | 'renewing';

interface TwoStepSectionProps {
  readonly twoStep: Viewer['twoStep'];
  readonly onChanged: () => Promise<unknown>;
}

/** A second step at sign-in: on, off, and the codes for when the phone is lost. */
export function TwoStepSection({ twoStep, onChanged }: TwoStepSectionProps) {
  const { t } = useTranslation('app');
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const stop = () => setDoing('nothing');
  const finish = async () => {
    stop();
    await onChanged();
  };
  const keep = async (fresh: readonly string[]) => {
    setCodes(fresh);
    await finish();
  };
  return (
    <Section title={t('account.twoStep.title')}>
      <p className="text-ui text-text-2">{t('account.twoStep.text')}</p>
      <p role="status" className="text-ui font-medium" data-testid="two-step-state">
        {twoStep.isEnabled ? t('account.twoStep.on', { left: twoStep.recoveryCodesLeft }) : t('account.twoStep.off')}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {twoStep.isEnabled && twoStep.recoveryCodesLeft < 3 && codes === null && (
        <Notice kind="warning">{t('account.twoStep.fewCodes')}</Notice>
      )}
      {doing === 'turning-on' && <TwoStepSetUp onEnabled={keep} onCancel={stop} />}
      {doing === 'turning-off' && <TwoStepOff onDone={finish} onCancel={stop} />}
      {doing === 'renewing' && <TwoStepRenew onRenewed={keep} onCancel={stop} />}
      {doing === 'nothing' && codes === null && <Choices isEnabled={twoStep.isEnabled} onChoose={setDoing} />}
    </Section>
  );
}

function Choices({ isEnabled, onChoose }: { isEnabled: boolean; onChoose: (doing: Doing) => void }) {
  const { t } = useTranslation('app');
  const button = (doing: Doing, text: string) => (
    <button type="button" className="btn btn-quiet max-sm:w-full" onClick={() => onChoose(doing)}>
      {text}
    </button>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {isEnabled ? (
        <>
          {button('renewing', t('account.twoStep.renew'))}
          {button('turning-off', t('account.twoStep.turnOff'))}
        </>
      ) : (
        button('turning-on', t('account.twoStep.turnOn'))
      )}
    </div>
  );
}
