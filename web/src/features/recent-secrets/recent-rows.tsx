import { type CSSProperties, useRef } from 'react';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { RecentRow } from './recent-row.tsx';
import type { useRowControls } from './row-controls.ts';
import { groupRows, type RowGroup } from './row-groups.ts';

/** Up to here all rows are drawn at once. */
const mostAtOnce = 100;

interface RecentRowsProps {
  readonly secrets: readonly RecentSecret[];
  readonly doing: ReturnType<typeof useRowControls>;
}

/** The rows of a list. Of a long one, groups of them are laid out as they come into sight. */
export function RecentRows({ secrets, doing: { open, chosen, draft, controls } }: RecentRowsProps) {
  const groups = useRef<readonly RowGroup[]>([]);
  const known = new Map(secrets.map((secret) => [secret.key, secret]));
  groups.current = groupRows([...known.keys()], groups.current);
  const row = (secret: RecentSecret) => (
    <RecentRow
      key={secret.key}
      secret={secret}
      isOpen={open === secret.key}
      isChosen={chosen.has(secret.key)}
      draft={draft?.key === secret.key ? draft.text : null}
      controls={controls}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: in a ul nothing may stand between it and its items
    <div role="list" className="secret-rows" data-long={secrets.length > mostAtOnce || undefined}>
      {groups.current.map(({ id, rows }) => (
        <div key={id} className="secret-group" style={{ '--rows': rows.length } as CSSProperties}>
          {rows.map((key) => known.get(key)).map((secret) => secret !== undefined && row(secret))}
        </div>
      ))}
    </div>
  );
}
