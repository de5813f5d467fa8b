import type { RecentSecret } from '../../activity/recent-list.ts';
import { BurnChosen } from './burn-chosen.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { LabelChosen } from './label-chosen.tsx';
import type { Asked, useRowControls } from './row-controls.ts';
import { RowMenu } from './row-menu.tsx';

interface AskedDialogProps {
  readonly asked: Asked;
  readonly rows: readonly RecentSecret[];
  readonly doing: ReturnType<typeof useRowControls>;
  readonly hasSearch: boolean;
}

/** The dialog for what somebody has asked for. */
export function AskedDialog({ asked: { about, keys }, rows, doing: { open, controls }, hasSearch }: AskedDialogProps) {
  const concerned = rows.filter(({ key }) => keys.includes(key));
  const [first] = concerned;
  if (about === 'keys') return <KeysSheet hasSearch={hasSearch} onClose={controls.answer} />;
  if (about === 'actions')
    return first === undefined ? null : <RowMenu secret={first} isOpen={open === first.key} controls={controls} />;
  const Chosen = about === 'burn' ? BurnChosen : LabelChosen;
  return <Chosen secrets={concerned} controls={controls} />;
}
