import type { Configuration } from '../../../platform/config/config.js';
import { secretsFolderOf } from '../../../platform/config/secrets.js';
import type { RedisClient } from '../../../platform/redis/redis.js';
import type { SeenArchive } from '../../wallet/books-archive/index.js';
import type { OverdueWork } from '../../wallet/ledger/index.js';
import { ExamineAnchors, type SeenAnchors } from './examine-anchors.js';
import { ExamineArchive } from './examine-archive.js';
import { ExamineCertificates } from './examine-certificates.js';
import { ExamineClocks } from './examine-clocks.js';
import { ExamineDatabase } from './examine-database.js';
import { ExamineDisk } from './examine-disk.js';
import { ExamineLogArchive } from './examine-log-archive.js';
import { ExamineRedisClocks } from './examine-redis-clocks.js';
import { ExamineRedis } from './examine-redis.js';
import { ExamineSettings } from './examine-settings.js';
import { ExamineReadStandby, ExamineStandbys } from './examine-standbys.js';
import { ExamineWork } from './examine-work.js';
import { type Finding, looked, TOPICS } from './finding.js';
import type { InstallationStore } from './installation.store.js';
import { versionFinding } from './supported-versions.js';

/** What an installation is made of, as far as this machine reaches it. */
export interface Installation {
  configuration: Configuration;
  environment: Record<string, string | undefined>;
  /** Connects when it is first asked, so that a Postgres that is away is a finding. */
  store: InstallationStore;
  /** The standby for reads; null where there is none. It connects likewise. */
  standby: InstallationStore | null;
  redis: RedisClient;
  /** What is due by the database's clock and was not done; asked once the store has connected. */
  overdue: () => Promise<OverdueWork[]>;
  /** The log against its newest anchors, in the place that a worker with these settings would use; likewise. */
  anchors: () => Promise<SeenAnchors>;
  /** The archive of the books, in the store that a worker with these settings would use; likewise. */
  archive: () => Promise<SeenArchive>;
  /** This machine's clock, Unix milliseconds. */
  now: () => number;
}

/**
 * Looks at everything that goes wrong unseen: versions, clocks, unsafe settings, seals, lag, disk, certificates; and says of each
 * what helps. It only looks, and each look stands for itself: what is away hides nothing else.
 */
export class ExamineInstallation {
  constructor(private readonly installation: Installation) {}

  async execute(): Promise<Finding[]> {
    const { configuration, environment, store, standby, redis, overdue, anchors, archive, now } = this.installation;
    const { DATA_FOLDER, PUBLIC_URL, REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER } = configuration;
    const named = [...REDIS_SENTINELS, ...REDIS_CLUSTER].map((place) => `${new URL(REDIS_URL).protocol}//${place}`);
    const secrets = configuration.SECRETS_ORIGIN === 'own' ? secretsFolderOf(configuration) : null;
    const postgres = { name: 'Postgres', read: () => store.now() };
    const connected = store.connect();
    // Each look below waits for it and says so.
    connected.catch(() => undefined);
    const found = [
      ...(await looked('settings', 'the settings', () => new ExamineSettings(environment).execute(configuration))),
      versionFinding('Node', process.versions.node, now()),
      ...(await looked('clocks', "Postgres' clock", async () => {
        await connected;
        return new ExamineClocks(now, [postgres]).execute();
      })),
      ...(await looked('clocks', "Redis' clock", () => new ExamineRedisClocks(now, redis).execute())),
      ...(await looked('database', 'Postgres', async () => {
        await connected;
        return new ExamineDatabase(store).execute(now());
      })),
      ...(await looked('standbys', 'standbys', async () => {
        await connected;
        return new ExamineStandbys(store).execute();
      })),
      ...(await looked('backups', 'the archive of the log', async () => {
        await connected;
        return new ExamineLogArchive(store.logArchive).execute();
      })),
      ...(standby === null
        ? []
        : await looked('standbys', 'the standby of DATABASE_READ_URL', () =>
            new ExamineReadStandby(standby).execute(),
          )),
      ...(await looked('redis', 'Redis', () => new ExamineRedis(redis).execute())),
      ...(await looked('money', 'what is sealed and what waits', async () => {
        await connected;
        return new ExamineWork(store, overdue).execute();
      })),
      ...(await looked('money', 'the archive of the books', async () => {
        await connected;
        return new ExamineArchive(archive).execute();
      })),
      ...(await looked('money', 'the anchors of the audit log', async () => {
        await connected;
        return new ExamineAnchors(anchors).execute();
      })),
      ...(await new ExamineDisk({ data: DATA_FOLDER, secrets }).execute()),
      ...(await looked('certificates', 'certificates', () =>
        new ExamineCertificates([PUBLIC_URL, ...(named.length > 0 ? named : [REDIS_URL])]).execute(now()),
      )),
    ];
    return found.sort((one, other) => TOPICS.indexOf(one.topic) - TOPICS.indexOf(other.topic));
  }
}
