/** A test's server is never restarted after a crash, so it need not wait for the disk. Crash tests change this. */
export const FORGETFUL: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
};
