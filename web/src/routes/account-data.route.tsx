import { DangerSection } from '../features/manage-account/danger-section.tsx';
import { TrailSection } from '../features/manage-account/trail-section.tsx';
import { clearStores } from '../session/session-stores.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';
import { AccountFrame } from './account-frame.tsx';

/** What is kept of the account, to see, to take along, and to delete. It asks for nothing until somebody wants to see it. */
export function AccountDataPage() {
  const { cust } = pageData();
  return (
    <AccountFrame page="accountData">
      <TrailSection />
      {cust !== null && <DangerSection custid={cust.custid} onDeleted={leave} />}
    </AccountFrame>
  );
}

/** The account is gone, so nothing of it stays in this browser. */
function leave(): void {
  clearStores();
  location.assign(paths.home);
}
