/** The database was begun with keys that are not here. The process must not start: it would make others in their place. */
export class KeysMissing extends Error {
  override readonly name = 'KeysMissing';

  constructor() {
    super(
      'The keys of accounts are not those this database was made with, or are not to be found. Start with the keys ' +
        'directory it was made with (ONCEOVER_KEYS_DIR, accounts.key), or with the same ONCEOVER_KEK. If they are lost ' +
        'for good, so are all passwords and addresses: start with an empty database.',
    );
  }
}
