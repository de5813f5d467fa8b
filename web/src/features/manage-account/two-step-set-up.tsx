import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { beginTwoStepOperation } from '../../gql/operations/begin-two-step.generated.ts';
import { enableTwoStepOperation } from '../../gql/operations/enable-two-step.generated.ts';
import type { BeginTwoStepMutation } from '../../gql/operations.generated.ts';
import { textIn } from '../../lib/use-submit.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrImage } from '../../ui/qr-image.tsx';
import { SmallForm } from './small-form.tsx';

type Begun = Extract<BeginTwoStepMutation['beginTwoStep'], { readonly __typename: 'TwoStepBegun' }>;

interface TwoStepSetUpProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => Promise<void>;
  readonly onCancel: () => void;
}

/** First the password, then a key for the app, then the app's first code. The key never leaves this component. */
export function TwoStepSetUp({ onEnabled, onCancel }: TwoStepSetUpProps) {
  const { t } = useTranslation('app');
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = useCallback(async (fields: FormData) => {
    const { beginTwoStep } = await mutate(beginTwoStepOperation, { input: { password: textIn(fields, 'password') } });
    setBegun(accepted(beginTwoStep));
  }, []);
  const enable = useCallback(
    async (fields: FormData) => {
      const { enableTwoStep } = await mutate(enableTwoStepOperation, {
        input: { code: textIn(fields, 'code').trim() },
      });
      await onEnabled(accepted(enableTwoStep).recoveryCodes);
    },
    [onEnabled],
  );
  if (begun === null) {
    return (
      <SmallForm key="password" asksPassword submit={t('account.twoStep.next')} onCancel={onCancel} send={begin} />
    );
  }
  return (
    <SmallForm
      key="code"
      codeLabel={t('account.twoStep.code')}
      codeHint={t('account.twoStep.codeHint')}
      submit={t('account.twoStep.enable')}
      onCancel={onCancel}
      send={enable}
    >
      <AppKey begun={begun} />
    </SmallForm>
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
