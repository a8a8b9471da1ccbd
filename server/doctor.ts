import 'reflect-metadata';
import { parseArgs } from 'node:util';
// Loading the product's modules registers what may be overdue in each feature.
import './app.module.js';
import { createDataSource } from './database/data-source.js';
import { AuditStore } from './features/operations/audit/audit.store.js';
import { compareAnchors } from './features/operations/audit/compare-anchors.js';
import { BooksStore } from './features/wallet/ledger/books.store.js';
import { ArchivedBooksStore, seeArchive } from './features/wallet/books-archive/index.js';
import { findOverdue } from './features/wallet/ledger/index.js';
import { ReadSource } from './platform/database/read-source.store.js';
import { ExamineInstallation, type Finding, InstallationStore } from './features/operations/doctor/index.js';
import { readAnchorSettings, readConfiguration, readStorageSettings } from './platform/config/config.js';
import { directAddressOf } from './platform/config/secrets.js';
import { openRedis } from './platform/redis/redis.js';
import { chooseAnchors } from './platform/storage/choose-anchors.js';
import { chooseStorage } from './platform/storage/choose-storage.js';

const READY_MS = 3000;
const WORDS = { ok: 'ok     ', watch: 'watch  ', wrong: 'WRONG  ', unknown: 'unknown' } as const;

/**
 * `npm run doctor`: looks at the installation from this machine, with the settings of its processes, and says what is not as it should be
 * and what helps. `--json` for programs. Ends with exit code 1 where something is wrong or could not be looked at. It changes nothing of an
 * installation that has begun; of one that has not it makes what the first start would, as its secrets.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const configuration = readConfiguration(process.env);
  const url = directAddressOf(process.env) ?? configuration.DATABASE_URL;
  const source = createDataSource(url, 1, true);
  const { DATABASE_READ_URL } = configuration;
  const reads =
    DATABASE_READ_URL === undefined
      ? null
      : createDataSource(DATABASE_READ_URL, 1, configuration.DATABASE_POOLING === 'none' ? true : 'of the role');
  const redis = openRedis(configuration);
  try {
    await isReady(redis);
    const environment = process.env;
    const store = new InstallationStore(source);
    const standby = reads && new InstallationStore(reads);
    const overdue = () => findOverdue(new BooksStore(new ReadSource(source)));
    const anchors = async () => {
      const place = await chooseAnchors(readAnchorSettings(environment), { databaseUrl: url, now: Date.now });
      return compareAnchors(place, new AuditStore(source));
    };
    const archive = async () =>
      seeArchive(await chooseStorage(readStorageSettings(environment)), new ArchivedBooksStore(source), new Date());
    const looks = { overdue, anchors, archive, now: Date.now };
    const installation = { configuration, environment, store, standby, redis, ...looks };
    const found = await new ExamineInstallation(installation).execute();
    process.stdout.write(values.json ? `${JSON.stringify(found, null, 2)}\n` : report(found));
    if (found.some(({ state }) => state === 'wrong' || state === 'unknown')) process.exitCode = 1;
  } finally {
    redis.disconnect();
    if (source.isInitialized) await source.destroy();
    if (reads?.isInitialized) await reads.destroy();
  }
}

/** Commands fail at once while the connection is being made; whether it comes is for the looks to say. */
function isReady(redis: ReturnType<typeof openRedis>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, READY_MS);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function report(found: Finding[]): string {
  const lines = found.flatMap(({ topic, state, says, todo }) => [
    `${WORDS[state]}  ${topic.padEnd(12)}  ${says}`,
    ...(todo === undefined ? [] : [`${' '.repeat(23)}→ ${todo}`]),
  ]);
  const count = (wanted: string) => found.filter(({ state }) => state === wanted).length;
  const sum = `${found.length} things looked at: ${count('wrong')} wrong, ${count('unknown')} not seen, ${count('watch')} to watch.`;
  return `${lines.join('\n')}\n${sum}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
