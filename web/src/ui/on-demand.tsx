import { type ComponentType, lazy } from 'react';
import { useTranslation } from 'react-i18next';

/** A part of a page with a file of its own, so that the page stays light. Where it cannot be loaded it says so itself. */
export function loadedOnDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotLoaded) }));
}

function NotLoaded() {
  const { t } = useTranslation();
  return <p className="text-small text-danger">{t('errors.noResponse')}</p>;
}
