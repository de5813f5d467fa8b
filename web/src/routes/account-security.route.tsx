import { useQuery } from '@apollo/client/react';
import { PasswordSection } from '../features/manage-account/password-section.tsx';
import { ProtectionLine } from '../features/manage-account/protection-line.tsx';
import { SessionsSection } from '../features/manage-account/sessions-section.tsx';
import { TwoStepSection } from '../features/manage-account/two-step-section.tsx';
import { Passkeys } from '../features/manage-passkeys/passkeys-on-demand.tsx';
import { accountSecurityOperation } from '../gql/operations/account-security.generated.ts';
import { AccountFrame, OwnAccount } from './account-frame.tsx';

/** What keeps others out of the account. */
export function AccountSecurityPage() {
  return (
    <AccountFrame page="accountSecurity">
      <Sections />
    </AccountFrame>
  );
}

function Sections() {
  return (
    <OwnAccount of={useQuery(accountSecurityOperation)} rows={[1, 6, 3, 4, 3]}>
      {({ custid, twoStep, passkeys, sessions }, reload) => (
        <>
          <ProtectionLine
            guards={{
              hasSecondFactor: twoStep.isEnabled,
              recoveryCodesLeft: twoStep.recoveryCodesLeft,
              otherSessions: sessions.filter(({ isCurrent }) => !isCurrent).length,
            }}
          />
          <PasswordSection custid={custid} onChanged={() => void reload()} />
          <TwoStepSection twoStep={twoStep} onChanged={reload} />
          <Passkeys passkeys={passkeys} isTwoStepOn={twoStep.isEnabled} onChanged={reload} />
          <SessionsSection sessions={sessions} onChanged={reload} />
        </>
      )}
    </OwnAccount>
  );
}
