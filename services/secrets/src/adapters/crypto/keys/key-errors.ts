/** The database was made with keys that are not here. The process must not start: it would make others in their place. */
export class KeysMissing extends Error {
  override readonly name = 'KeysMissing';

  constructor(what: string) {
    super(
      `The database knows encryption keys that are not to be found: ${what}. ` +
        'Start with the keys directory this database was made with (ONCEOVER_KEYS_DIR). ' +
        'If the keys are lost for good, the pending secrets are too: start with an empty database.',
    );
  }
}

/** A key source that must not be used: its place, its form or its content is unsafe. */
export class UnsafeKeys extends Error {
  override readonly name = 'UnsafeKeys';
}
