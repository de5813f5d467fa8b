import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageTitle } from '../app/page-title.tsx';
import { GraphProvider } from '../gql/graph-client.tsx';
import { guardPage } from '../session/session.ts';
import { paths } from '../site/paths.ts';
import { Link } from '../ui/link.tsx';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

const parts = [
  { page: 'account', href: paths.account },
  { page: 'accountSecurity', href: paths.accountSecurity },
  { page: 'accountPrograms', href: paths.accountPrograms },
  { page: 'accountData', href: paths.accountData },
] as const;

interface AccountFrameProps {
  readonly page: (typeof parts)[number]['page'];
  readonly children: ReactNode;
}

/** Around every page of the account: its heading, and the way to the others. */
export function AccountFrame({ page, children }: AccountFrameProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex min-h-dvh max-w-policy flex-col gap-6">
      <PageTitle page={page} />
      <nav aria-label={t('pages.account.title')}>
        <ul className="flex flex-wrap gap-x-1 border-b border-border max-sm:gap-x-0">
          {parts.map(({ page: name, href }) => (
            <li key={name}>
              <Link href={href} className="tab max-sm:px-2" aria-current={name === page ? 'page' : undefined}>
                {t(`pages.${name}.heading`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <GraphProvider>{children}</GraphProvider>
    </div>
  );
}

interface OwnAccountProps<Viewer> {
  readonly of: {
    readonly data?: { readonly viewer: Viewer | null } | undefined;
    readonly error?: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** How many lines each section has that stands there until the account is known. */
  readonly rows: readonly number[];
  readonly children: (viewer: Viewer, reload: () => Promise<unknown>) => ReactNode;
}

/** What a page asked about the account, or what stands in its place. */
export function OwnAccount<Viewer>({ of: { data, error, refetch }, rows, children }: OwnAccountProps<Viewer>) {
  const reload = () => refetch();
  if (data?.viewer) return <Arrived>{children(data.viewer, reload)}</Arrived>;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void reload()} />;
  return (
    <>
      {data?.viewer === null && <NobodyHere />}
      {rows.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in for sections, and never move
        <LoadingBlock key={index} rows={count} />
      ))}
    </>
  );
}

/** The session ended elsewhere: a check finds out and leads to the sign-in page, as there is nothing to show here. */
function NobodyHere() {
  useEffect(() => void guardPage(), []);
  return null;
}

/** The sections are there: the one that the address names is shown, as on a page that had it from the start. */
function Arrived({ children }: { readonly children: ReactNode }) {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the address is followed by the layout
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
  return children;
}
