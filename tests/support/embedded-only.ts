/**
 * Tests of whole systems that are about the program that `npm start` runs, and why. In the distributed profile they are not run, and
 * the run says so.
 */
export const embeddedOnly: Readonly<Record<string, string>> = {
  'tests/system/start-up/**':
    'its flags, its data directory, its start and its end; services-apart has those of processes',
  'tests/system/hostile/{partners-addresses,certificate-probe,bounce-reports,restore-and-import}/**':
    'its processor time and memory, as one process, and its commands; the same services refuse the same',
  'tests/system/restore/**': 'its commands after its data directory was restored',
  'tests/system/backup/**': 'its commands, and its own PostgreSQL; services-apart makes a backup beside processes',
  'tests/system/disk-full/**': 'the disk of its own PostgreSQL',
  'tests/system/doctor/**': 'its settings, its keys and its proxy; start-distributed asks the doctor about processes',
  'tests/system/upgrade/recipe.test.ts': 'how it is upgraded; rolling-upgrade replaces the processes of the others',
  'tests/system/upgrade/upgrade.test.ts':
    'it opens what its data directory was; the others have the same schemas and services',
  'tests/system/images/**': 'it makes the images of both',
  'tests/system/crash-points/**': 'it and its own PostgreSQL killed; npm run prove kills each process of the others',
  'tests/system/shredding/**':
    'a PostgreSQL of its own, rolled back to moments; the others have the same tables and keys, and no-trace-apart looks through topics and Redis',
  'tests/system/no-trace/no-trace.test.ts':
    'the files of its own PostgreSQL, and its one log; no-trace-apart looks through tables, topics, Redis and the log of each process',
  'tests/system/idle/**': 'the statements of one process at rest; others renew their leases besides',
  'tests/system/moving-in/**':
    'its command beside it; the others have the same services, and the command opens their databases',
  'tests/system/hostile/{sockets,compiled-documents,exports,labels,host-and-network,colonel-proof,tokens,metrics-and-health}/**':
    'its processor time and memory, as one process; what a door refuses is decided by the same gateway and services',
  'tests/system/live/**': 'two of it that do not share a Redis',
  'tests/contract/rest-v2/imported.test.ts': 'what is imported is opened in place, beside it',
};
