import type { ConcealAnswer, ConcealWish, OnceoverClient } from '@onceover/client';
import { converse } from '../connect.ts';
import { Failure, usage } from '../failure.ts';
import { lifetimeInWords, timeInWords } from '../lifetime.ts';
import { readSecretFile, readSecretFrom } from '../read-input.ts';
import { copyToClipboard } from '../terminal/clipboard.ts';
import { qrCode } from '../terminal/qr-code.ts';
import { visible } from '../terminal/visible.ts';
import type { ServerOptions, World } from '../world.ts';
import { givenPassphrase, newPassphrase, type PassphraseOptions } from './ask-passphrase.ts';

export interface GenerateOptions extends ServerOptions, PassphraseOptions {
  readonly passphrase?: boolean;
  /** Seconds. */
  readonly ttl?: number;
  readonly recipient?: readonly string[];
  readonly shareDomain?: string;
  readonly peopleOnly?: boolean;
  readonly qr?: boolean;
  readonly copy?: boolean;
}

export interface ShareOptions extends GenerateOptions {
  readonly file?: string;
}

/** Shares a secret and prints its link. */
export async function share(world: World, options: ShareOptions): Promise<void> {
  const secret = await readSecret(world, options);
  if (secret === '') throw usage('There is nothing to share: the secret is empty.');
  await concealing(world, options, async (client, wish) => {
    const answer = await client.conceal(secret, wish);
    if (answer.record.secret.is_truncated) await takeBack(client, answer, secret, wish.passphrase);
    return answer;
  });
}

/** Has the server generate a password, and prints it with its link. */
export async function generate(world: World, options: GenerateOptions): Promise<void> {
  await concealing(world, options, (client, wish) => client.generate(wish));
}

async function concealing(
  world: World,
  options: GenerateOptions,
  conceal: (client: OnceoverClient, wish: ConcealWish) => Promise<ConcealAnswer>,
): Promise<void> {
  const wish = await wishOf(world, options);
  const answer = await converse(world, options, undefined, ({ client }) => conceal(client, wish));
  await print(world, options, answer);
  await handOver(world, options, shareLink(answer));
}

async function readSecret({ stdin, keyboard }: World, { file }: ShareOptions): Promise<string> {
  if (file !== undefined) return await readSecretFile(file, stdin);
  if (stdin.isTTY !== true) return await readSecretFrom(stdin);
  return await keyboard.ask({ text: 'Secret: ', otherwise: 'Give the secret on standard input, or with --file.' });
}

async function wishOf(world: World, options: GenerateOptions): Promise<ConcealWish> {
  const given = await givenPassphrase(options);
  const { ttl, recipient, shareDomain: share_domain, peopleOnly: people_only } = options;
  const passphrase = given ?? (options.passphrase === true ? await newPassphrase(world) : undefined);
  return { passphrase, ttl, recipient, share_domain, people_only };
}

/** A server keeps the beginning of what is too long. Half a key helps nobody, so it is burned. */
async function takeBack(
  client: OnceoverClient,
  { record }: ConcealAnswer,
  secret: string,
  passphrase: string | undefined,
): Promise<never> {
  await client.burn(record.metadata.key, { passphrase });
  const length = [...secret].length;
  throw new Failure(
    'refused',
    `The secret has ${length} characters, which is more than the server accepts. It was burned, and nothing is shared.`,
    'truncated',
  );
}

function shareLink({ record }: ConcealAnswer): string {
  const { metadata, secret } = record;
  return metadata.share_url ?? `${new URL(metadata.metadata_url).origin}/secret/${secret.key}`;
}

async function print({ output }: World, { json, quiet, ttl }: GenerateOptions, answer: ConcealAnswer): Promise<void> {
  const { metadata, secret } = answer.record;
  const { recipient_safe: recipients, ttl_adjusted: isAdjusted } = answer.details;
  const link = visible(shareLink(answer));
  const value = secret.secret_value;
  if (json === true) {
    const { key, metadata_url, secret_ttl, expiration } = metadata;
    const keys = { secret_key: secret.key, metadata_key: key, secret_ttl, expiration };
    const about = { has_passphrase: secret.has_passphrase, recipients };
    const generated = value === undefined ? {} : { secret_value: value };
    await output.print(`${JSON.stringify({ share_url: link, metadata_url, ...keys, ...about, ...generated })}\n`);
  } else if (quiet === true) {
    await output.print(`${link}\n`);
  } else {
    const password = value === undefined ? '' : `Password:      ${visible(value)}\n`;
    const emailed = recipients.length === 0 ? '' : `Emailed to:    ${visible(recipients.join(', '))}\n`;
    const lives = `${lifetimeInWords(metadata.secret_ttl)}, until ${timeInWords(metadata.expiration)}`;
    const links = `Share link:    ${link}\nPrivate link:  ${visible(metadata.metadata_url)}\n`;
    await output.print(`${password}${links}Can be opened: once, within ${lives}\n${emailed}`);
  }
  if (isAdjusted && ttl !== undefined) {
    output.tell(
      `The server does not allow ${lifetimeInWords(ttl)}; the link expires in ${lifetimeInWords(metadata.secret_ttl)}.`,
    );
  }
}

/** What is done with the link besides printing it; said on standard error. */
async function handOver({ environment, output }: World, { qr, copy }: GenerateOptions, link: string): Promise<void> {
  if (qr === true) output.tell(qrCode(link, output.isErrorTerminal).trimEnd());
  if (copy === true) output.tell(`The link was copied with ${await copyToClipboard(link, environment)}.`);
}
