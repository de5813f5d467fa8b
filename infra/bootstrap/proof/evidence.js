/**
 * The report of a proof, as JSON for programs and as Markdown for people, of the same facts. `gates` are all there are, judged; a
 * gate that was not run stands there as such, and counts as failed.
 */
export function evidenceJson({ machine, mode, commits, binaries, began, ended, gates }) {
  return { machine, mode, commits, binaries, began, ended, summary: summaryOf(gates), gates };
}

/** How many gates were kept, failed, and were not run. */
export function summaryOf(gates) {
  const of = (verdict) => gates.filter((gate) => gate.verdict === verdict).length;
  return { kept: of('kept'), failed: of('failed'), notRun: of('not run') };
}

/** The last line of the output, and the first of the report. */
export function summaryLine(gates) {
  const { kept, failed, notRun } = summaryOf(gates);
  return `${kept} kept, ${failed} failed, ${notRun} not run`;
}

export function evidenceMarkdown(evidence) {
  const { gates } = evidence;
  return [
    ...headLines(evidence),
    ...table(['gate', 'what', 'asked', 'done', 'must be zero', 'seconds', 'verdict'], gates.flatMap(partRows)),
    '',
    ...gates.flatMap(gateLines),
  ].join('\n');
}

function headLines({ machine, mode, commits, binaries, began, ended, gates }) {
  const { cores, processor, gigabytes, system } = machine;
  const versions = Object.entries(Object.assign({}, ...piecesOf(gates).map(({ notes }) => notes.versions)));
  const known = new Set(binaries.map(({ name }) => name));
  const programs = [
    ...binaries.map(({ name, version, file }) => `${name} ${version} (\`${file}\`)`),
    ...versions.filter(([name]) => !known.has(name)).map(([name, version]) => `${name} ${version}`),
  ];
  const volume =
    mode === 'quick'
      ? 'At the **quick** volume, which tries the harness and proves little.'
      : 'At the full volume of security 8.';
  return [
    `# Proof of ${ended.slice(0, 10)}`,
    '',
    `Written by \`npm run prove\`, beside the same in JSON. ${volume} ${summaryLine(gates)}.`,
    '',
    `- Commit: ${commits.join(', ')}`,
    `- Machine: ${cores} × ${processor}, ${gigabytes} GiB, ${system}; everything, load included, ran on it`,
    `- Programs: ${programs.join(', ')}`,
    `- From ${began} to ${ended}`,
    '',
  ];
}

function partRows(gate) {
  return gate.parts.map((part) => [
    gate.name,
    part.name,
    part.asked === undefined ? 'all' : `${part.asked} ${part.counted}`,
    `${part.done} ${part.counted}`,
    zeroText(part.zero),
    Math.round(part.pieces.reduce((sum, { seconds }) => sum + seconds, 0)),
    partVerdict(part),
  ]);
}

function zeroText(zero) {
  return Object.entries(zero)
    .map(([name, count]) => `${name}: ${count === undefined ? '?' : count}`)
    .join('; ');
}

function partVerdict({ pieces, problems }) {
  if (pieces.length === 0) return '**not run**';
  return problems.length === 0 ? 'kept' : '**failed**';
}

function gateLines(gate) {
  const runs = gate.parts.filter(({ pieces }) => pieces.length > 0);
  const findings = runs.flatMap(({ pieces }) => pieces.flatMap(({ notes }) => notes.findings));
  return [
    `## ${gate.name}: ${gate.title}`,
    '',
    `Passes when ${gate.passesWhen}. ${verdictText(gate)}`,
    '',
    ...bullets('Not as promised:', gate.problems),
    ...bullets('Found:', [...new Set(findings)]),
    ...bullets('Of what security 8 asks, nothing runs:', gate.lacks),
    ...runs.flatMap(partLines),
  ];
}

function verdictText({ verdict, lacks }) {
  if (verdict !== 'kept') return `**${verdict === 'failed' ? 'Failed' : 'Not run'}.**`;
  return lacks.length === 0 ? '**Kept.**' : '**Kept**, as far as it goes.';
}

function bullets(heading, lines) {
  return lines.length === 0 ? [] : [heading, '', ...lines.map((line) => `- ${line}`), ''];
}

function partLines({ name, what, pieces }) {
  const processes = pieces.flatMap(({ notes, pid }) => [['runner', pid], ...notes.processes]);
  const rows = pieces.flatMap((piece) => piece.rows || []);
  const [first] = pieces;
  return [
    `### ${name}`,
    '',
    `${what}. ${first.how}`,
    '',
    `${pieces.length} of ${first.of} pieces; seeds ${pieces.map(({ seed }) => seed).join(', ')}; processes ${processText(processes)}.`,
    '',
    ...(first.about ? [first.about, ''] : []),
    ...(rows.length > 0
      ? [
          ...table(
            first.columns,
            rows.map(({ cells }) => cells),
          ),
          '',
        ]
      : []),
  ];
}

/** Each name with its ids; of many the first ones. */
function processText(processes) {
  const MOST = 6;
  const byName = new Map();
  for (const [name, pid] of processes) byName.set(name, [...(byName.get(name) || []), pid]);
  return [...byName]
    .map(
      ([name, pids]) =>
        `${name} ${pids.slice(0, MOST).join(', ')}${pids.length > MOST ? ` and ${pids.length - MOST} more` : ''}`,
    )
    .join('; ');
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
}

function piecesOf(gates) {
  return gates.flatMap(({ parts }) => parts.flatMap(({ pieces }) => pieces));
}
