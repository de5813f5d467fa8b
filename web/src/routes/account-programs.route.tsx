import { useQuery } from '@apollo/client/react';
import { TokensSection } from '../features/manage-account/tokens-section.tsx';
import { WebhooksSection } from '../features/manage-webhooks/webhooks-section.tsx';
import { accountProgramsOperation } from '../gql/operations/account-programs.generated.ts';
import { paths } from '../site/paths.ts';
import { LoadingBlock } from '../ui/query-state.tsx';
import { AccountFrame, OwnAccount } from './account-frame.tsx';

/** What programs do for the account: those that sign in with a token, and those that are told what happens. */
export function AccountProgramsPage() {
  return (
    <AccountFrame page="accountPrograms">
      <Sections />
    </AccountFrame>
  );
}

/** Two services are asked at once. If one cannot answer, the other's section is there; the lower one never moves. */
function Sections() {
  const asked = useQuery(accountProgramsOperation);
  const isWaiting = asked.data === undefined && asked.error === undefined;
  return (
    <>
      <OwnAccount of={asked} rows={[4]}>
        {({ apiTokens }, reload) => <TokensSection tokens={apiTokens} onChanged={reload} />}
      </OwnAccount>
      {isWaiting && <LoadingBlock rows={3} />}
      <div hidden={isWaiting}>
        <WebhooksSection of="ACCOUNT" pathOf={paths.webhook} />
      </div>
    </>
  );
}
