/** Classic script in the document head: sets the chosen theme before the first paint, so it must not import anything. */
(() => {
  try {
    const stored = localStorage.getItem('darkMode');
    if (stored === 'true' || stored === 'false') {
      document.documentElement.dataset.theme = stored === 'true' ? 'dark' : 'light';
    }
  } catch {
    // Storage is off, so the system's theme applies.
  }
})();
