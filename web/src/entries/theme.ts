/** Classic script in the document head: sets the chosen theme before the first paint, so it must not import anything. */
(() => {
  try {
    const stored = localStorage.getItem('darkMode');
    if (stored === 'true' || stored === 'false') {
      const theme = stored === 'true' ? 'dark' : 'light';
      document.documentElement.dataset.theme = theme;
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
        meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
      }
    }
  } catch {
    // Storage is off, so the system's theme applies.
  }
})();
