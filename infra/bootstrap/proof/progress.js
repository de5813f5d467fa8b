import { piecesOf } from './gates.js';

/** All pieces of these gates, in order. */
export function planOf(gates, mode) {
  return gates.flatMap((gate) =>
    gate.parts.flatMap((part) => {
      const pieces = piecesOf(part, mode);
      return pieces.map((piece) => ({ gate: gate.name, part, ...piece, of: pieces.length }));
    }),
  );
}

/**
 * How long what is left takes, in seconds: pieces of a part as long as its pieces so far, by volume; before the first, as the list
 * of gates says.
 */
export function secondsLeft(left, done) {
  return left.reduce((sum, piece) => sum + expectedSeconds(piece, done), 0);
}

function expectedSeconds({ part, volume }, done) {
  const same = done.filter((piece) => piece.part === part.name);
  const share = (one) => (one === undefined || part.piece === undefined ? 1 : one / part.piece);
  if (same.length === 0) return part.seconds * share(volume);
  const taken = same.reduce((sum, { seconds }) => sum + seconds, 0);
  const shares = same.reduce((sum, piece) => sum + share(piece.volume), 0);
  return (taken / shares) * share(volume);
}

/** `G1 races: piece 3 of 17, 12 % of all done, about 2 h 10 min left`. */
export function progressLine({ gate, part, index, of }, left, done) {
  const taken = done.reduce((sum, { seconds }) => sum + seconds, 0);
  const coming = secondsLeft(left, done);
  const percent = Math.floor((100 * taken) / (taken + coming));
  return `${gate} ${part.name}: piece ${index} of ${of}, ${percent} % of all done, about ${lengthText(coming)} left`;
}

export function lengthText(seconds) {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 2) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
