import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Viewer } from './account.ts';

interface TokenListProps {
  readonly tokens: Viewer['apiTokens'];
  readonly isBusy: boolean;
  readonly onRevoke: (id: string) => void;
}

export function TokenList({ tokens, isBusy, onRevoke }: TokenListProps) {
  const { t } = useTranslation('app');
  if (tokens.length === 0) return <p className="text-ui">{t('account.tokens.none')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <TokenText token={token} />
          <ActionButton
            look="quiet"
            isOff={isBusy}
            aria-label={t('account.tokens.revokeLabel', { name: token.name })}
            onClick={() => onRevoke(token.id)}
          >
            {t('account.tokens.revoke')}
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

function TokenText({ token }: { token: Viewer['apiTokens'][number] }) {
  const { t, i18n } = useTranslation('app');
  const moment = (at: number) => <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />;
  return (
    <div className="min-w-0 text-ui">
      <p className="font-medium">
        <bdi>{token.name}</bdi>
      </p>
      <p className="text-small text-text-2">{token.scopes.map((scope) => t(`account.scopes.${scope}`)).join(' · ')}</p>
      <p className="text-small text-text-2">
        {t('account.tokens.created')} {moment(token.created)}
        {token.expires !== null && (
          <>
            {' · '}
            {t('account.tokens.expires')} {moment(token.expires)}
          </>
        )}
      </p>
    </div>
  );
}
