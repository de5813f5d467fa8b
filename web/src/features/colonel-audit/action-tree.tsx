import { useTranslation } from 'react-i18next';
import { type ActionGroup, groupsOf } from './audit-address.ts';
import { Code } from './entry-words.tsx';

interface ActionTreeProps {
  readonly actions: readonly string[];
  /** Beginnings of actions. */
  readonly chosen: readonly string[];
}

/** The actions, by what stands before their dot: a whole branch, or some of its leaves. */
export function ActionTree({ actions, chosen }: ActionTreeProps) {
  const { t } = useTranslation('colonel');
  const many = chosen.length;
  return (
    <details key={chosen.join(' ')}>
      <summary>{many === 0 ? t('audit.filters.all') : t('audit.filters.chosen', { many })}</summary>
      <ul className="audit-tree" aria-label={t('audit.filters.actions')}>
        {groupsOf(actions).map((group) => (
          <Branch key={group.prefix} group={group} chosen={chosen} />
        ))}
      </ul>
    </details>
  );
}

function Branch({ group: { prefix, actions }, chosen }: { group: ActionGroup; chosen: readonly string[] }) {
  return (
    <li>
      <Leaf action={prefix} isChosen={chosen.includes(prefix)} />
      <ul className="ms-6">
        {actions.map((action) => (
          <li key={action}>
            <Leaf action={action} isChosen={chosen.includes(action)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Leaf({ action, isChosen }: { readonly action: string; readonly isChosen: boolean }) {
  return (
    <label className="audit-leaf">
      <input type="checkbox" name="action" value={action} defaultChecked={isChosen} />
      <Code>{action}</Code>
    </label>
  );
}
