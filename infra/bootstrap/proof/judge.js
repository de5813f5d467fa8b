import { piecesOf } from './gates.js';
import { add } from './pieces.js';

/**
 * What the pieces of a gate prove. `done` has those that came to their end; whatever is missing counts against the gate.
 *
 * Shape    `{ name, title, passesWhen, lacks, verdict, problems, parts }`; verdict: `kept`, `failed`, or `not run`
 */
export function judgeGate(gate, mode, done) {
  const parts = gate.parts.map((part) =>
    judgePart(
      part,
      mode,
      done.filter((piece) => piece.part === part.name),
    ),
  );
  const problems = parts.flatMap(({ name, problems: found }) => found.map((problem) => `${name}: ${problem}`));
  if (parts.length === 0) problems.push('nothing runs it');
  const isRun = parts.some(({ pieces }) => pieces.length > 0);
  return {
    name: gate.name,
    title: gate.title,
    passesWhen: gate.passesWhen,
    lacks: gate.lacks || [],
    verdict: verdictOf(isRun, problems),
    problems,
    parts,
  };
}

function verdictOf(isRun, problems) {
  if (!isRun) return 'not run';
  return problems.length === 0 ? 'kept' : 'failed';
}

function judgePart(part, mode, pieces) {
  const wanted = piecesOf(part, mode);
  const missing = wanted.filter(({ index }) => pieces.every((piece) => piece.index !== index));
  const [counts, zero] = [{}, {}];
  for (const piece of pieces) {
    add(counts, { ...piece.notes.counts, runs: 1, tests: piece.tests || 0 });
    add(zero, piece.notes.zero);
  }
  const volume = volumeOf(part, mode);
  const counted = part.counts || 'tests';
  return {
    name: part.name,
    what: part.what,
    counted,
    asked: volume,
    done: counts[counted] || 0,
    zero: Object.fromEntries((part.zero || []).map((name) => [name, zero[name]])),
    pieces,
    problems: [
      ...(missing.length > 0 ? [missingText(missing, wanted)] : []),
      ...pieces.flatMap((piece) =>
        piece.problems.map((problem) => `piece ${piece.index}, seed ${piece.seed}: ${problem}`),
      ),
      ...shortOf(part, volume, missing, counts[counted] || 0),
      ...(part.zero || []).flatMap((name) => zeroProblems(name, pieces)),
    ],
  };
}

/** How much of what a part counts security 8 asks for; undefined where it counts its tests. */
export function volumeOf(part, mode) {
  return mode === 'quick' ? part.quick : part.full;
}

function missingText(missing, wanted) {
  if (missing.length === wanted.length) return 'was not run';
  return `${missing.length} of ${wanted.length} pieces were not run`;
}

/** A suite that passes without doing what was asked proves less than it says. */
function shortOf(part, volume, missing, done) {
  if (missing.length > 0) return [];
  if (volume === undefined) return part.suite !== undefined && done === 0 ? ['no test ran'] : [];
  return done < volume ? [`${done} of ${volume} ${part.counts}`] : [];
}

function zeroProblems(name, pieces) {
  const silent = pieces.filter(({ notes }) => notes.zero[name] === undefined).map(({ index }) => index);
  const found = pieces.reduce((sum, { notes }) => sum + (notes.zero[name] || 0), 0);
  return [
    ...(silent.length > 0 ? [`piece ${silent.join(', ')} did not say how many ${name}`] : []),
    ...(found > 0 ? [`${name}: ${found}`] : []),
  ];
}
