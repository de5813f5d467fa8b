import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The seed of a piece, from what the whole run begins with: the same for the same commit, another one for the next. */
export function seedOf(base, part, index) {
  const digest = crypto.createHash('sha256').update(`${base} ${part} ${index}`).digest();
  return digest.readUInt32BE() % 2_147_483_647 || 1;
}

/**
 * What has been done of a proof, on disk: a file for each piece that came to its end, whether it passed or failed. Pieces of
 * another commit are not gone on with, unless asked; what this says of them is in `began`.
 */
export class PieceStore {
  #directory;

  constructor(directory) {
    this.#directory = directory;
  }

  /** `{ isNew, before }`: whether nothing is gone on with, and the commit of pieces that were thrown away for that. */
  open(commit, isKept) {
    const file = path.join(this.#directory, 'begun.json');
    const begun = readJson(file);
    const isOther = begun !== undefined && begun.commit !== commit;
    if (isOther && !isKept) fs.rmSync(this.#directory, { recursive: true, force: true });
    fs.mkdirSync(this.#directory, { recursive: true });
    if (begun === undefined || isOther)
      fs.writeFileSync(file, JSON.stringify({ commit, at: new Date().toISOString() }));
    return { isNew: begun === undefined || (isOther && !isKept), before: isOther ? begun.commit : undefined };
  }

  read(part, index) {
    return readJson(this.#file(part, index));
  }

  /** Whole or not at all: a run may be broken off at any moment. */
  keep(piece) {
    const file = this.#file(piece.part, piece.index);
    fs.writeFileSync(`${file}.new`, JSON.stringify(piece));
    fs.renameSync(`${file}.new`, file);
  }

  forget(part, index) {
    fs.rmSync(this.#file(part, index), { force: true });
  }

  #file(part, index) {
    return path.join(this.#directory, `${part}.${index}.json`);
  }
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Lines of JSON that a suite left (`noteProof`), as one: numbers are added, lists joined. */
export function readNotes(file) {
  const notes = { counts: {}, zero: {}, versions: {}, processes: [], findings: [] };
  if (!fs.existsSync(file)) return notes;
  for (const line of fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((each) => each !== '')) {
    const { counts, zero, versions, processes, findings } = JSON.parse(line);
    add(notes.counts, counts);
    add(notes.zero, zero);
    Object.assign(notes.versions, versions);
    notes.processes.push(...(processes || []));
    notes.findings.push(...(findings || []));
  }
  return notes;
}

/** Adds numbers by name. */
export function add(sums, numbers) {
  for (const [name, count] of Object.entries(numbers || {})) sums[name] = (sums[name] || 0) + count;
}
