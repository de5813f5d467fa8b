import { usage } from '../failure.ts';
import { readLineOfDescriptor, readLineOfFile } from '../read-input.ts';
import type { World } from '../world.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
  readonly passphraseFd?: number;
}

const OTHERWISE = 'Give the passphrase with --passphrase-file or --passphrase-fd.';

/** The passphrase from a file or a descriptor; undefined if neither was named. */
export async function givenPassphrase({
  passphraseFile,
  passphraseFd,
}: PassphraseOptions): Promise<string | undefined> {
  if (passphraseFile !== undefined && passphraseFd !== undefined) {
    throw usage('Give --passphrase-file or --passphrase-fd, not both.');
  }
  if (passphraseFile !== undefined) return await readLineOfFile(passphraseFile);
  return passphraseFd === undefined ? undefined : await readLineOfDescriptor(passphraseFd);
}

/** A new passphrase, typed twice. */
export async function newPassphrase({ keyboard }: World): Promise<string> {
  const passphrase = await keyboard.ask({ text: 'Passphrase: ', otherwise: OTHERWISE });
  if (passphrase === '') throw usage('The passphrase is empty. Leave out --passphrase if there should be none.');
  const again = await keyboard.ask({ text: 'Confirm passphrase: ', otherwise: OTHERWISE });
  if (again !== passphrase) throw usage('The passphrases differ. Nothing was shared.');
  return passphrase;
}

export function askPassphrase({ keyboard }: World): Promise<string> {
  return keyboard.ask({ text: 'Passphrase: ', otherwise: OTHERWISE });
}
