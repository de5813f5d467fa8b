/** Ids of the two live regions that every layout keeps mounted. */
export const politeRegionId = 'announcer-polite';
export const assertiveRegionId = 'announcer-assertive';

/** Announces something to screen readers, even the same words twice in a row. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(urgency === 'polite' ? politeRegionId : assertiveRegionId);
  if (region === null) return;
  region.textContent = '';
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}
