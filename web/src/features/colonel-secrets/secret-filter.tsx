import { useTranslation } from 'react-i18next';
import { askOnce } from '../../gql/mutate.ts';
import { listedSecretsOperation } from '../../gql/operations/listed-secrets.generated.ts';
import type { ListedSecretsQuery, SecretState } from '../../gql/operations.generated.ts';
import { serverNow } from '../../lib/calls/server-clock.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useTypedSearch } from '../../lib/use-typed-search.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

const PAGE = 50;

export type ListedSecret = ListedSecretsQuery['listedSecrets']['nodes'][number];

const states = ['NEW', 'RECEIVED', 'BURNED', 'EXPIRED'] as const satisfies readonly SecretState[];
/** How long ago at most a secret was created, in seconds. */
const ages = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const;
const ageNames = Object.keys(ages) as (keyof typeof ages)[];

interface SecretFilter {
  /** Null or empty: any. */
  readonly state: SecretState | null;
  readonly age: keyof typeof ages | null;
  readonly shortkey: string;
  readonly customerId: string;
}

export function secretFilterFrom(said: URLSearchParams): SecretFilter {
  const word = (name: string) => (said.get(name) ?? '').trim().toLowerCase();
  return {
    state: states.find((each) => each === said.get('state')) ?? null,
    age: ageNames.find((each) => each === said.get('age')) ?? null,
    shortkey: word('key').slice(0, 8),
    customerId: word('owner').slice(0, 36),
  };
}

export function isFiltered({ state, age, shortkey, customerId }: SecretFilter): boolean {
  return state !== null || age !== null || shortkey !== '' || customerId !== '';
}

export function useListedSecrets(filter: SecretFilter) {
  return usePages(filter, async (after) => {
    const { state, age, shortkey, customerId } = filter;
    const wanted = {
      state,
      shortkey: shortkey === '' ? null : shortkey,
      customerId: customerId === '' ? null : customerId,
      createdFrom: age === null ? null : Math.floor(serverNow()) - ages[age],
    };
    return (await askOnce(listedSecretsOperation, { first: PAGE, after, filter: wanted })).listedSecrets;
  });
}

interface SecretFilterBarProps {
  readonly filter: SecretFilter;
  readonly onChange: (name: 'state' | 'age' | 'key' | 'owner', word: string) => void;
}

export function SecretFilterBar({ filter, onChange }: SecretFilterBarProps) {
  const { t } = useTranslation('colonel');
  const key = useTypedSearch(filter.shortkey, (word) => onChange('key', word));
  const owner = useTypedSearch(filter.customerId, (word) => onChange('owner', word));
  const any = { value: '', text: t('audit.filters.any') };
  return (
    <search className="flex flex-wrap items-end gap-4">
      <SelectField
        label={t('domains.state')}
        value={filter.state ?? ''}
        onChoose={(state) => onChange('state', state)}
        options={[any, ...states.map((state) => ({ value: state, text: t(`secrets.states.${state}`) }))]}
      />
      <SelectField
        label={t('secrets.created')}
        value={filter.age ?? ''}
        onChoose={(age) => onChange('age', age)}
        options={[any, ...ageNames.map((age) => ({ value: age, text: t(`audit.ranges.${age}`) }))]}
      />
      <div className="min-w-40 flex-1">
        <SearchField
          label={t('secrets.shortKey')}
          value={key.typed}
          onType={key.type}
          autoCapitalize="none"
          maxLength={8}
        />
      </div>
      <div className="min-w-60 flex-2">
        <SearchField
          label={t('secrets.owner')}
          value={owner.typed}
          onType={owner.type}
          autoCapitalize="none"
          maxLength={36}
        />
      </div>
    </search>
  );
}
