import { existsSync } from 'node:fs';

/** For a broker of minutes: Java never gets back what it spends on compiling well and on collecting beside the work. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * The classes that a broker loads when it starts, as Java keeps them parsed. It belongs to these jars at this place and to the Java
 * that wrote it; another one leaves it unread.
 */
export function classArchiveOf(jars: string): string {
  return `${jars}.jsa`;
}

/** What Java is told for brokers of these jars. */
export function javaOptionsFor(jars: string, isBrief: boolean): readonly string[] {
  const archive = classArchiveOf(jars);
  const kept = existsSync(archive)
    ? [`-XX:SharedArchiveFile=${archive}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off']
    : [];
  return isBrief ? [...kept, ...BRIEF] : kept;
}

/** For a broker that leaves such an archive behind when it stops. */
export function writingArchive(file: string): readonly string[] {
  return [`-XX:ArchiveClassesAtExit=${file}`, '-Xlog:cds=off', '-Xlog:cds+dynamic=off'];
}
