import '../styles/colonel.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { ColonelRail } from '../features/colonel-frame/colonel-rail.tsx';
import { GraphProvider } from '../gql/graph-client.tsx';
import { pageData } from '../site/page-data.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { NotFoundPage } from './not-found.route.tsx';

/** Around every page of the administration. For everybody but colonels with the second factor there is no such page. */
export function ColonelFrame() {
  const { t } = useTranslation('colonel');
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  if (pageData().cust?.colonel !== true) return <NotFoundPage />;
  return (
    <div className="colonel-frame">
      <p className="colonel-banner">{t('frame.admin')}</p>
      <ColonelRail />
      <div ref={content} className="colonel-content">
        <GraphProvider>
          <Outlet />
        </GraphProvider>
      </div>
    </div>
  );
}
