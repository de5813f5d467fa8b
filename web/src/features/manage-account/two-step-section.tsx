import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { beginTwoStepOperation } from '../../gql/operations/begin-two-step.generated.ts';
import { disableTwoStepOperation } from '../../gql/operations/disable-two-step.generated.ts';
import { enableTwoStepOperation } from '../../gql/operations/enable-two-step.generated.ts';
import { renewRecoveryCodesOperation } from '../../gql/operations/renew-recovery-codes.generated.ts';
import type { BeginTwoStepMutation } from '../../gql/operations.generated.ts';
import { ProofForm } from '../../passwords/proof-form.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrImage } from '../../ui/qr-image.tsx';
import { Section } from '../../ui/section.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { Security } from './account.ts';
import { sectionIds } from './section-ids.ts';

/** What can be done, by the text of its button. */
const openers = { 'turning-on': 'turnOn', 'turning-off': 'turnOff', renewing: 'renew' } as const;

interface TwoStepSectionProps {
  readonly twoStep: Security['twoStep'];
  readonly onChanged: () => Promise<unknown>;
}

/** The second step at sign-in: turning it on and off, and the codes for a lost phone. */
export function TwoStepSection({ twoStep, onChanged }: TwoStepSectionProps) {
  const { t } = useTranslation('app');
  const [doing, setDoing] = useState<keyof typeof openers | 'nothing'>('nothing');
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
    <Section id={sectionIds.twoStep} title={t('account.twoStep.title')}>
      <p className="text-ui text-text-2">{t('account.twoStep.text')}</p>
      <p role="status" className="text-ui font-medium" data-testid="two-step-state">
        {twoStep.isEnabled ? t('account.twoStep.on', { left: twoStep.recoveryCodesLeft }) : t('account.twoStep.off')}
      </p>
      {codes !== null && (
        <ShownOnce
          title={t('account.twoStep.codesTitle')}
          text={t('account.twoStep.codesText')}
          copy={{ text: codes.join('\n'), label: t('account.twoStep.copyCodes') }}
          kept={t('account.twoStep.kept')}
          onKept={() => setCodes(null)}
        >
          <ul
            className="grid gap-x-6 gap-y-1 font-mono text-mono md:grid-cols-2"
            dir="ltr"
            data-testid="recovery-codes"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </ShownOnce>
      )}
      {doing === 'turning-on' && <TwoStepSetUp onCodes={keep} onCancel={stop} />}
      {doing === 'turning-off' && <TwoStepOff onDone={finish} onCancel={stop} />}
      {doing === 'renewing' && <TwoStepRenew onCodes={keep} onCancel={stop} />}
      {doing === 'nothing' && codes === null && (
        <div className="flex flex-wrap gap-3">
          {(twoStep.isEnabled ? (['renewing', 'turning-off'] as const) : (['turning-on'] as const)).map((each) => (
            <ActionButton key={each} className="max-sm:w-full" onClick={() => setDoing(each)}>
              {t(`account.twoStep.${openers[each]}`)}
            </ActionButton>
          ))}
        </div>
      )}
    </Section>
  );
}

/** Turns it off. Needs the password and a code, so that access to an open browser is not enough. */
function TwoStepOff({ onDone, onCancel }: { onDone: () => Promise<void>; onCancel: () => void }) {
  const { t } = useTranslation('app');
  return (
    <ProofForm
      id="two-step"
      passwordLabel={t('account.password.current')}
      codeLabel={t('account.twoStep.codeOrRecovery')}
      submit={t('account.twoStep.turnOff')}
      look="danger"
      onCancel={onCancel}
      send={async (input) => {
        accepted((await mutate(disableTwoStepOperation, { input })).disableTwoStep);
        await onDone();
      }}
    />
  );
}

interface NewCodesProps {
  readonly onCodes: (recoveryCodes: readonly string[]) => Promise<void>;
  readonly onCancel: () => void;
}

/** Ten new recovery codes; the old ones stop working. */
function TwoStepRenew({ onCodes, onCancel }: NewCodesProps) {
  const { t } = useTranslation('app');
  return (
    <ProofForm
      id="two-step"
      codeLabel={t('account.twoStep.code')}
      codeHint={t('account.twoStep.renewHint')}
      submit={t('account.twoStep.renew')}
      onCancel={onCancel}
      send={async ({ code }) => {
        const { renewRecoveryCodes } = await mutate(renewRecoveryCodesOperation, { input: { code } });
        await onCodes(accepted(renewRecoveryCodes).recoveryCodes);
      }}
    />
  );
}

type Begun = Extract<BeginTwoStepMutation['beginTwoStep'], { readonly __typename: 'TwoStepBegun' }>;

/** First the password, then a key for the app, then the app's first code. The key never leaves this component. */
function TwoStepSetUp({ onCodes, onCancel }: NewCodesProps) {
  const { t } = useTranslation('app');
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun === null) {
    return (
      <ProofForm
        key="password"
        id="two-step"
        passwordLabel={t('account.password.current')}
        submit={t('account.twoStep.next')}
        onCancel={onCancel}
        send={async ({ password }) => {
          setBegun(accepted((await mutate(beginTwoStepOperation, { input: { password } })).beginTwoStep));
        }}
      />
    );
  }
  return (
    <ProofForm
      key="code"
      id="two-step"
      codeLabel={t('account.twoStep.code')}
      codeHint={t('account.twoStep.codeHint')}
      submit={t('account.twoStep.enable')}
      onCancel={onCancel}
      send={async ({ code }) => {
        const { enableTwoStep } = await mutate(enableTwoStepOperation, { input: { code } });
        await onCodes(accepted(enableTwoStep).recoveryCodes);
      }}
    >
      <AppKey begun={begun} />
    </ProofForm>
  );
}

function AppKey({ begun }: { begun: Begun }) {
  const { t } = useTranslation('app');
  return (
    <div>
      <p className="text-ui">{t('account.twoStep.scan')}</p>
      <QrImage content={begun.uri} label={t('account.twoStep.qrLabel')} />
      <p className="text-small text-text-2">{t('account.twoStep.manual')}</p>
      <p className="my-2">
        <code dir="ltr" data-testid="manual-key">
          {begun.manualKey.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <CopyButton text={begun.manualKey} label={t('account.twoStep.copyKey')} />
    </div>
  );
}
