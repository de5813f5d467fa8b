import { assemble, imageKinds } from './assemble.ts';

/** `node infra/images/src/main.ts embedded|distributed DIRECTORY`: lays out the files of an image, for the Dockerfile. */
const [asked, target, ...more] = process.argv.slice(2);
const kind = imageKinds.find((each) => each === asked);
if (kind === undefined || target === undefined || more.length > 0) {
  process.stderr.write(`node infra/images/src/main.ts ${imageKinds.join('|')} DIRECTORY\n`);
  process.exit(2);
}
assemble(kind, target);
