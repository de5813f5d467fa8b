import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorDialog } from '../../colonel/operator-dialog.tsx';
import { mutate } from '../../gql/mutate.ts';
import { burnListedSecretsOperation } from '../../gql/operations/burn-listed-secrets.generated.ts';
import type { BurnListedSecretsMutation } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { ListedSecret } from './secret-filter.tsx';

interface BurnSelectedProps {
  /** In the order of the list. */
  readonly secrets: readonly ListedSecret[];
  /** With what became of them, in words. */
  readonly onDone: (told: string) => void;
}

/** Burns what is selected, after a reason and the end of the last one's id. */
export function BurnSelected({ secrets, onDone }: BurnSelectedProps) {
  const { t, i18n } = useTranslation('colonel');
  const [isAsking, setAsking] = useState(false);
  const ids = secrets.map(({ id }) => id);
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  const told = (answer: BurnListedSecretsMutation['burnListedSecrets']): string => {
    if (answer.__typename !== 'ListedSecretsBurned') return '';
    const [burned, ended] = [answer.ids.length, answer.endedBefore];
    const said = burned > 0 || ended === 0 ? [t('secrets.burned', counted(burned))] : [];
    return [...said, ...(ended > 0 ? [t('secrets.ended', counted(ended))] : [])].join(' ');
  };
  const title = t('secrets.burn', counted(ids.length));
  return (
    <>
      <ActionButton
        look="text-danger"
        aria-haspopup="dialog"
        isOff={ids.length === 0}
        className="max-sm:w-full"
        onClick={() => setAsking(true)}
      >
        {title}
      </ActionButton>
      {isAsking && (
        <OperatorDialog
          title={title}
          text={t('secrets.burnText')}
          submit={title}
          done={told}
          id={ids.at(-1) ?? ''}
          reasons={['ABUSE', 'SECURITY', 'LEGAL', 'OWNER_ASKED', 'MAINTENANCE']}
          run={async (given) =>
            (await mutate(burnListedSecretsOperation, { input: { ids, ...given } })).burnListedSecrets
          }
          onClose={() => setAsking(false)}
          onDone={(answer) => onDone(told(answer))}
        >
          <p className="flex max-h-32 flex-wrap gap-x-3 overflow-y-auto text-ui" data-testid="selected">
            {secrets.map(({ id, shortkey }) => (
              <code key={id} dir="ltr">
                {shortkey}
              </code>
            ))}
          </p>
        </OperatorDialog>
      )}
    </>
  );
}
