import { assertiveRegionId, politeRegionId } from '../../lib/announcer.ts';

/** The page's two announcers; they stay mounted so that screen readers know them before they speak. */
export function LiveRegions() {
  return (
    <>
      <div id={politeRegionId} className="sr-only" role="status" aria-live="polite" />
      <div id={assertiveRegionId} className="sr-only" aria-live="assertive" />
    </>
  );
}
