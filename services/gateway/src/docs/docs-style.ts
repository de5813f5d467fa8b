/** What the pages add to the site's own styles, whose colours they take. */
export const docsStyle = `.docs { margin: 0; }
.docs header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; padding: 16px; border-bottom: 1px solid var(--color-border); }
.docs .home { font-weight: 650; color: var(--color-text); text-decoration: none; }
.docs ul { margin: 0; padding: 0; list-style: none; }
.docs header ul { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.docs a { color: var(--color-accent); text-decoration: underline; text-underline-offset: 0.2em; }
.docs a code { text-underline-offset: 0.35em; }
.docs a:hover { color: var(--color-accent-hover); }
.docs a[aria-current] { color: var(--color-text); font-weight: 600; text-decoration: none; }
.docs header li a, .docs .on-page li a { display: inline-block; min-height: 24px; }
.docs .skip { position: absolute; left: -9999px; }
.docs .skip:focus { left: 16px; top: 8px; padding: 8px; background: var(--color-surface); }
.docs main { box-sizing: border-box; width: 100%; max-width: 800px; margin: 0 auto; padding: 24px 16px 64px; }
.docs h2 { margin: 48px 0 12px; }
.docs h3 { margin: 32px 0 4px; font-size: 1.125rem; font-weight: 600; }
.docs h4 { margin: 20px 0 8px; font-size: 0.9375rem; font-weight: 600; color: var(--color-text-2); }
.docs p { margin: 12px 0; }
.docs strong { font-weight: 600; }
.docs .on-page { margin: 24px 0; padding: 16px; border: 1px solid var(--color-border); border-radius: 8px; background: var(--color-surface); }
.docs .on-page h2 { margin: 0 0 8px; font-size: 0.9375rem; }
.docs .on-page ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 4px 16px; }
.docs .row { padding-bottom: 24px; border-bottom: 1px solid var(--color-border); }
.docs .row:last-child { border-bottom: 0; }
.docs .address { margin: 4px 0 12px; }
.docs .fields { margin: 0; }
.docs .fields > div { padding: 8px 0; border-top: 1px solid var(--color-border); }
.docs .fields > div:first-child { border-top: 0; }
.docs dd { margin: 2px 0 0; color: var(--color-text-2); }
.docs .type { color: var(--color-text-3); font-size: 0.875rem; }
.docs pre { margin: 0 0 12px; max-height: 28rem; overflow: auto; padding: 12px 16px; border: 1px solid var(--color-border); border-radius: 8px; background: var(--color-surface-2); font-size: 0.8125rem; line-height: 1.5; }
.docs pre code { font-size: inherit; overflow-wrap: normal; white-space: pre; }
.docs :target { scroll-margin-top: 16px; }
`;
