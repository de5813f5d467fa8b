import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceApiTokenOperation, revokeApiTokenOperation } from '../../gql/account.operations.ts';
import { mutate } from '../../gql/mutate.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { announce } from '../../lib/announcer.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Viewer } from './account.ts';
import { FreshToken } from './fresh-token.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

interface TokensSectionProps {
  readonly tokens: Viewer['apiTokens'];
  readonly onChanged: () => Promise<unknown>;
}

/** Keys for programs: the token named `api` that can do everything, and further ones with fewer rights. */
export function TokensSection({ tokens, onChanged }: TokensSectionProps) {
  const { t, i18n } = useTranslation('app');
  const [isAdding, setAdding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const act = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await work();
      await onChanged();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const replace = () => act(async () => setFresh((await mutate(replaceApiTokenOperation, {})).replaceApiToken.token));
  const revoke = (id: string) =>
    act(async () => {
      await mutate(revokeApiTokenOperation, { input: { id } });
      announce(t('account.tokens.revoked'));
    });
  const onCreated = async (token: string) => {
    setAdding(false);
    setFresh(token);
    await onChanged();
  };
  const hasMain = tokens.some(({ name }) => name === 'api');
  return (
    <Section title={t('account.tokens.title')}>
      <p className="text-ui text-text-2">{t('account.tokens.text')}</p>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      {fresh !== null && <FreshToken key={fresh} token={fresh} onKept={() => setFresh(null)} />}
      <TokenList tokens={tokens} isBusy={isBusy} onRevoke={(id) => void revoke(id)} />
      {isAdding ? (
        <TokenForm onCreated={onCreated} onCancel={() => setAdding(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <ActionButton look="quiet" className="max-sm:w-full" isOff={isBusy} onClick={() => void replace()}>
            {hasMain ? t('account.tokens.replace') : t('account.tokens.make')}
          </ActionButton>
          <ActionButton look="quiet" className="max-sm:w-full" isOff={isBusy} onClick={() => setAdding(true)}>
            {t('account.tokens.add')}
          </ActionButton>
        </div>
      )}
    </Section>
  );
}
