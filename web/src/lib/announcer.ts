/** Ids of the two live regions that every layout keeps mounted. */
export const politeRegionId = 'announcer-polite';
export const assertiveRegionId = 'announcer-assertive';

/** Says something to screen readers. The same words twice in a row are said twice. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(urgency === 'polite' ? politeRegionId : assertiveRegionId);
  if (region === null) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
