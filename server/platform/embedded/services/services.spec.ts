import { appendFileSync, chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { isAlive } from '../processes.mjs';
import { startServices } from './services.mjs';

const root = join(__dirname, '../../../..');

describe('the embedded servers', () => {
  let folder: string;
  let running: Awaited<ReturnType<typeof startServices>>[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'services-'));
    // Postgres runs under another account when we are root, and must be able to enter.
    chmodSync(folder, 0o755);
    running = [];
  });
  afterEach(async () => {
    for (const services of running) await services.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  async function start(needs: ('postgres' | 'redis')[], given = {}) {
    const services = await startServices({ root, folder, programs: join(root, '.data'), needs, durable: true, given });
    running.push(services);
    return services;
  }

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('keeps what was committed when Postgres is killed, and starts over what it left', async () => {
    const first = await start(['postgres']);
    await query(first.ownerUrl, 'create table kept (n int)');
    await query(first.ownerUrl, 'insert into kept select generate_series(1, 1000)');
    const identity = first.started.get('postgres')?.identity;
    process.kill(identity?.pid ?? 0, 'SIGKILL');
    const second = await start(['postgres']);
    expect(await query(second.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  }, 60_000);

  it('has an owner who is no superuser, and who gets what an earlier version made as one', async () => {
    const first = await start(['postgres']);
    const superuser = first.superuserUrl ?? '';
    await query(superuser, 'create table former (n int)');
    await query(superuser, 'alter database postgres owner to postgres');
    await running.pop()?.stop();
    const second = await start(['postgres']);
    expect(new URL(second.ownerUrl).username).toBe('gateway_owner');
    expect(
      await query(
        second.ownerUrl,
        `select rolsuper, pg_get_userbyid(datdba) as of_database,
                (select tableowner from pg_tables where tablename = 'former') as of_table
           from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
      ),
    ).toEqual([{ rolsuper: false, of_database: 'gateway_owner', of_table: 'gateway_owner' }]);
    await query(second.ownerUrl, 'create table later (n int)');
  }, 60_000);

  it('lets nobody in without the password', async () => {
    const services = await start(['postgres', 'redis']);
    const strange = new URL(services.databaseUrl);
    strange.password = 'wrong';
    await expect(query(strange.toString(), 'select 1')).rejects.toThrow('password authentication failed');
    const redis = new Redis(Number(new URL(services.redisUrl).port), { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    await expect(redis.get('x')).rejects.toThrow('NOAUTH');
    redis.disconnect();
  }, 60_000);

  it('keeps Redis keys over a restart, and sets files aside that Redis cannot read', async () => {
    await set((await start(['redis'])).redisUrl, 'kept', 'yes');
    await running.pop()?.stop();
    const again = await start(['redis']);
    expect(await get(again.redisUrl, 'kept')).toBe('yes');
    await running.pop()?.stop();
    const log = readdirSync(join(folder, 'redis/appendonlydir')).find((name) => name.endsWith('.incr.aof')) ?? '';
    appendFileSync(join(folder, 'redis/appendonlydir', log), 'garbage\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\nb\r\n');
    const empty = await start(['redis']);
    expect(await get(empty.redisUrl, 'kept')).toBeNull();
    expect(readdirSync(folder).some((name) => name.startsWith('redis.damaged-'))).toBe(true);
  }, 60_000);

  it('stops the one when the other cannot be had', async () => {
    const started: Parameters<typeof isAlive>[0][] = [];
    const attempt = startServices({
      root,
      folder,
      programs: join(root, '.data'),
      needs: ['postgres', 'redis'],
      durable: false,
      given: { postgres: 'postgres://127.0.0.1:1/x' },
      onStarted: (_name, service) => void started.push(service.identity),
    });
    await expect(attempt).rejects.toThrow('DATABASE_URL points to 127.0.0.1:1, which cannot be reached');
    expect(started).toHaveLength(1);
    expect(isAlive(started[0])).toBe(false);
  }, 60_000);
});

async function set(url: string, key: string, value: string): Promise<void> {
  const redis = new Redis(url);
  await redis.set(key, value);
  await redis.quit();
}

async function get(url: string, key: string): Promise<string | null> {
  const redis = new Redis(url);
  const value = await redis.get(key);
  await redis.quit();
  return value;
}
