import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { disableTwoStepOperation, renewRecoveryCodesOperation } from '../../gql/account.operations.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { textIn } from '../../lib/use-submit.ts';
import { SmallForm } from './small-form.tsx';

/** Turns it off: the password and a code, so that an open browser alone cannot. */
export function TwoStepOff({ onDone, onCancel }: { onDone: () => Promise<void>; onCancel: () => void }) {
  const { t } = useTranslation('app');
  const send = useCallback(
    async (fields: FormData) => {
      const input = { password: textIn(fields, 'password'), code: textIn(fields, 'code').trim() };
      const { disableTwoStep } = await mutate(disableTwoStepOperation, { input });
      accepted(disableTwoStep);
      await onDone();
    },
    [onDone],
  );
  return (
    <SmallForm
      asksPassword
      codeLabel={t('account.twoStep.codeOrRecovery')}
      submit={t('account.twoStep.turnOff')}
      look="danger"
      onCancel={onCancel}
      send={send}
    />
  );
}

/** Ten new recovery codes; the old ones stop. */
export function TwoStepRenew(props: { onRenewed: (codes: readonly string[]) => Promise<void>; onCancel: () => void }) {
  const { onRenewed, onCancel } = props;
  const { t } = useTranslation('app');
  const send = useCallback(
    async (fields: FormData) => {
      const input = { code: textIn(fields, 'code').trim() };
      const { renewRecoveryCodes } = await mutate(renewRecoveryCodesOperation, { input });
      await onRenewed(accepted(renewRecoveryCodes).recoveryCodes);
    },
    [onRenewed],
  );
  return (
    <SmallForm
      codeLabel={t('account.twoStep.code')}
      codeHint={t('account.twoStep.renewHint')}
      submit={t('account.twoStep.renew')}
      onCancel={onCancel}
      send={send}
    />
  );
}
