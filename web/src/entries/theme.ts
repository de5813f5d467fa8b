/** Classic script of the document head: sets the chosen theme before the first paint. Must stay free of imports. */
(() => {
  try {
    const stored = localStorage.getItem('darkMode');
    if (stored === 'true' || stored === 'false') {
      document.documentElement.dataset.theme = stored === 'true' ? 'dark' : 'light';
    }
  } catch {
    // Storage is off: the system's theme applies.
  }
})();
