import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCY_LIMITS } from './dependency-limits.js';

const SERVER = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(SERVER, path), 'utf8');

/** Where the code has them from the table, and nowhere else. */
const USERS: Record<keyof typeof DEPENDENCY_LIMITS, string[]> = {
  postgres: ['database/data-source.ts', 'platform/database/serving-limits.ts', 'platform/database/watched-pool.ts'],
  redis: [
    'platform/redis/redis.ts',
    'platform/redis/cluster.ts',
    'platform/redis/shard-subscriber.ts',
    'platform/jobs/job-queues.ts',
    'platform/health/redis-pulse.ts',
  ],
  queues: ['platform/jobs/job-queues.ts'],
  mail: ['platform/messages/smtp-mail-sender.ts'],
  sms: ['platform/messages/http-sms-sender.ts'],
  messages: ['platform/messages/message-outlet.ts', 'platform/messages/send-messages.ts'],
  webPush: [
    'platform/web-push/push-sender.ts',
    'platform/web-push/push-hosts.ts',
    'features/account/notifications/send-pushes.ts',
  ],
  chainNodes: ['features/wallet/chain-watch/node-request.ts', 'features/wallet/deposits/decide-deposit.ts'],
  venueCalls: ['platform/feeds/venue-rest.ts'],
  venueStreams: ['platform/feeds/venue-connection.ts'],
  objectStore: ['platform/storage/s3-storage.ts'],
  recordedClock: ['platform/clock/following-clock.ts'],
  breakers: ['platform/health/breaker.ts'],
};

const rows = read('documents/limits.md')
  .split('\n## Dependencies\n')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

it('is what documents/limits.md says, figure by figure', () => {
  const documented = rows?.map(([, dependency, limit, figure]) => `${dependency}.${limit} ${figure}`);
  const configured = Object.entries(DEPENDENCY_LIMITS).flatMap(([dependency, limits]) =>
    Object.entries(limits).map(([limit, figure]) => `${dependency}.${limit} ${figure}`),
  );
  expect(documented).toEqual(configured);
  for (const row of rows ?? []) expect([row[2], (row[4] ?? '').length > 5]).toEqual([row[2], true]);
});

it.each(Object.entries(USERS))(
  '%s: each limit is taken from the table by the code that speaks to it',
  (name, files) => {
    const limits = Object.keys(DEPENDENCY_LIMITS[name as keyof typeof DEPENDENCY_LIMITS]);
    const texts = files.map((file) => read(file)).join('\n');
    for (const file of files) expect([file, read(file).includes('DEPENDENCY_LIMITS')]).toEqual([file, true]);
    expect(limits.filter((limit) => !new RegExp(`\\b${limit}\\b`).test(texts))).toEqual([]);
  },
);

it('whoever opens a connection to the outside is among them', () => {
  const opens =
    /\bawait fetch\(|new WebSocket\(|createTransport\(|new S3Client\(|new Redis\(|new Cluster\(|extends Pool\b|new DataSource\(/;
  const files = ['features', 'platform', 'database'].flatMap((folder) =>
    readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const found = files
    .filter((path) => /(?<!\.spec)\.ts$/.test(path) && !path.includes('/replay/'))
    .filter((path) => opens.test(read(path).replace(/^\s*(\/\/|\/?\*).*$/gm, '')));
  // Its `fetch` is a parameter: it asks through the venue's calls.
  const known = new Set([...Object.values(USERS).flat(), 'platform/feeds/venue-history.ts']);
  expect(found.filter((path) => !known.has(path))).toEqual([]);
  // No number of its own stands where the table's should.
  for (const path of found) expect([path, /AbortSignal\.timeout\(\d/.test(read(path))]).toEqual([path, false]);
});
