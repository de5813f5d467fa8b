import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../ui/action-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

/** Catches what broke while rendering and says so. Nothing is reported anywhere: a report could contain a key. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

export function BrokenPage({ isNewVersion = false }: { isNewVersion?: boolean }) {
  const { t } = useTranslation();
  const heading = isNewVersion ? t('errors.newVersion') : t('errors.unexpected');
  return (
    <div className="mx-auto flex max-w-narrow flex-col gap-4">
      <PageHeading documentTitle={`${heading} · Onceover`}>{heading}</PageHeading>
      {!isNewVersion && <p>{t('errors.boundary')}</p>}
      <p>
        <ActionButton look="primary" onClick={() => location.reload()}>
          {t('errors.reload')}
        </ActionButton>
      </p>
    </div>
  );
}
