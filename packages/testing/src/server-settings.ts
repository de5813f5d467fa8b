/** Nobody restarts a test's server after a crash, so it need not wait for the disk. Crash tests pass settings of their own. */
export const FORGETFUL: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
};
