import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDataSource } from '../../database/data-source.js';
import { COMMAND_LINE } from '../../features/operations/audit/actor.js';
import { AnchorAudit } from '../../features/operations/audit/anchor-audit.js';
import { AuditLog } from '../../features/operations/audit/audit-log.js';
import { AuditStore } from '../../features/operations/audit/audit.store.js';
import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { SystemClock } from '../../platform/clock/clock.js';
import { readAnchorSettings } from '../../platform/config/config.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { type LogArchive, LogArchiveStore } from '../../platform/log-archive/log-archive.store.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { chooseAnchors } from '../../platform/storage/choose-anchors.js';
import { seeded, send, sleep } from './calls.js';
import { OwnServers } from './own-servers.js';
import { people } from './people.js';
import { onProcesses, Product, type RunningProcess, sizeOf } from './product.js';
import { PublishedTape } from './published-tape.js';
import { TradingLoad } from './trading-load.js';
import { sealActs } from '../factories/seals.js';

/**
 * Postgres is lost with all its files while people trade. pgBackRest, as it is shipped, brings it back from a full and an incremental
 * backup and the archived log: as far as that goes, and then as it was at a second of the past. `npm run restore-drill --
 * --seconds=60` makes the load before it, and that which is lost, long, and finishes pieces of the log as seldom as is shipped.
 */
const SECONDS = sizeOf('FAULTS_SECONDS', 6);
const SEED = sizeOf('FAULTS_SEED', 20_261_127);
const IS_SHORT = process.env.FAULTS_SECONDS === undefined;
/** After so long a piece of the log is finished; null: as it is shipped, 30 s. */
const PIECE_SECONDS = IS_SHORT ? 5 : null;
/** The longest that a piece of the log takes to the repository, twice. */
const ARCHIVED_MS = 2000 * (PIECE_SECONDS ?? 30);
const LANES = 8;
const GOALS_MS = { lost: 60_000, back: 30 * 60_000 };

const hasBackRest = (process.env.BACKREST_PATH ?? '') !== '';
if (!hasBackRest) console.warn('SKIPPED: there is no pgBackRest; run `npm test`, which fetches it.');

(hasBackRest ? onProcesses : describe.skip)(`a database that is lost, seed ${SEED}`, () => {
  let servers: OwnServers;
  let product: Product;
  let load: TradingLoad;
  let running: Promise<void>;
  /** What anybody has copied of the tape before anything was lost, and the instant to which the database goes back. */
  let tape: PublishedTape;
  let instant: Date;
  let lostMs = 0;
  let worker: RunningProcess;

  beforeAll(async () => {
    servers = await OwnServers.start();
    process.env.TEST_DATABASE_URL = servers.databaseUrl;
    process.env.TEST_REDIS_URL = servers.redisUrl;
    await servers.archive(PIECE_SECONDS);
    product = await Product.empty();
    const hour = await PublishedTape.makeHour(product.database);
    await begin();
    load = await trade(SEED);
    await traded(SECONDS * 300);
    await servers.backUp('full');
    await traded(SECONDS * 300);
    const repository = await servers.backUp('incr');
    expect(repository).toEqual({ backups: ['full', 'incr'], readable: [] });
    await traded(SECONDS * 400);
    // Whatever is in the copy was committed before the instant; a second before it may be committed after it.
    tape = await PublishedTape.copy(url(), hour);
    instant = (await one<{ at: Date }>('select clock_timestamp() as at')).at;
    await anchor();
    await traded(Math.max(SECONDS * 1000, ARCHIVED_MS));
  }, 900_000);

  afterAll(async () => {
    load?.end();
    await product?.stop().catch(() => undefined);
    await servers?.stop();
  }, 60_000);

  const url = (): string => product.gateways.at(-1)?.url as string;

  async function begin(): Promise<void> {
    worker = await product.launch('worker,feed', 'simulated');
    product.gateways.push(await product.launch('gateway', 'none'));
    await product.untilPriced(url());
    await product.untilServing(url());
  }

  async function trade(seed: number): Promise<TradingLoad> {
    const persons = await people(product.sql, LANES, { spot: '1000000', option: '1000000', contract: '1000000' });
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    const trading = new TradingLoad(product.sql, url, seeded(seed));
    running = trading.run(persons);
    return trading;
  }

  async function one<Row extends object>(text: string): Promise<Row> {
    return (await product.sql.query<Row>(text)).rows[0] as Row;
  }

  /** Until so many more commands are acknowledged, and so long. */
  async function traded(ms: number): Promise<void> {
    const done = () => load.count(({ outcome }) => outcome === 'done');
    const [before, end] = [done(), Date.now() + ms];
    while (Date.now() < end || done() < before + LANES) await sleep(20);
  }

  /** As the worker does every five minutes, of an act that was just now. */
  async function anchor(): Promise<void> {
    const serving = await createDataSource(product.database.servingUrl, 2, false).initialize();
    const [store, clock] = [new AuditStore(serving), new SystemClock()];
    await new AuditLog(store, new Transactions(serving), clock).recordLook(COMMAND_LINE, {
      action: 'drill.look',
      subject: 'drill',
    });
    // Whoever of the two is first seals it.
    await sealActs(serving, new SealAudit(store, clock));
    const settings = readAnchorSettings({ DATA_FOLDER: product.folder });
    const anchors = await chooseAnchors(settings, { databaseUrl: product.database.url, now: () => clock.now() });
    expect(await new AnchorAudit(store, anchors, new Metrics(), clock).execute()).toBeNull();
    await serving.destroy();
  }

  /** The history that events are of, and the one that the log is of. */
  const histories = () =>
    one<{ epoch: string; timeline: number }>(
      `select outbox_epoch() as epoch, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
    );

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const say = (words: string) => process.stderr.write(`restore: ${words}\n`);

  it('comes back as far as its log was archived, without anything between', async () => {
    const before = await histories();
    lostMs = Date.now();
    await servers.loseMachine();
    load.end();
    await running;
    await product.endAll();
    const beganMs = Date.now();
    await servers.restore(null);
    const tookMs = Date.now() - beganMs;
    const { wrong, there, lost } = await load.putBack();
    const { at: newest } = await one<{ at: Date }>('select pg_last_xact_replay_timestamp() as at');
    const oldestMs = Math.min(lostMs, ...lost.map(({ answeredMs }) => answeredMs));
    say(
      `as far as the log was archived: back after ${seconds(tookMs)} (goal ${seconds(GOALS_MS.back)}); ${seconds(lostMs - oldestMs)} are lost ` +
        `(goal ${seconds(GOALS_MS.lost)}) with ${lost.length} acknowledged commands, ${there.length} are there`,
    );
    expect(wrong).toEqual([]);
    if (!IS_SHORT) expect(lostMs - oldestMs).toBeLessThan(GOALS_MS.lost);
    expect(there.length).toBeGreaterThan(0);
    // What is after the instant has long been archived.
    expect(there.some(({ sentMs }) => sentMs > instant.getTime())).toBe(true);
    const after = await histories();
    expect(after.timeline).toBe(before.timeline + 1);
    expect(after.epoch).not.toBe(before.epoch);
    // A worker may have anchored what was not archived any more; what was anchored before is there.
    const broken = await product.verify();
    const [, anchoredAt = ''] = /^BROKEN seal \d+, .*anchored at (\S+),/m.exec(broken ?? '') ?? [];
    expect(broken === null || Date.parse(anchoredAt) >= newest.getTime()).toBe(true);
  }, 900_000);

  it('comes back with everything that was acknowledged by a second of the past, and nothing later', async () => {
    const before = await histories();
    const beganMs = Date.now();
    await servers.loseMachine();
    await servers.restore(instant.toISOString());
    const tookMs = Date.now() - beganMs;
    const { wrong, there, lost } = await load.putBack();
    const at = instant.getTime();
    say(
      `as it was at ${instant.toISOString()}: back after ${seconds(tookMs)}; ${there.length} commands are there, ` +
        `${lost.length} acknowledged ones of the ${seconds(lostMs - at)} since are not`,
    );
    expect(wrong).toEqual([]);
    expect(there.filter(({ sentMs }) => sentMs > at)).toEqual([]);
    expect(lost.filter(({ answeredMs }) => answeredMs < at)).toEqual([]);
    expect([there.length > 0, lost.length > 0]).toEqual([true, true]);
    // Clients that come back with a place in the old stream are told to read anew.
    const after = await histories();
    expect(after.timeline).toBe(before.timeline + 1);
    expect(after.epoch).not.toBe(before.epoch);
    // The anchor that was kept since is of a log that is lost: that is said, until a person has begun a new line.
    expect(await product.verify()).toMatch(/BROKEN seal \d+, .*anchored at/);
    await product.beginAnchors('the drill', `restored to ${instant.toISOString()}`);
    expect(await product.verify()).toBeNull();
  }, 900_000);

  it('serves again, the tape goes on from what everybody has of it, and the books stay in order', async () => {
    await begin();
    const awayMs = Date.now() - lostMs;
    say(
      `served again ${seconds(awayMs)} after Postgres was lost, both restores and all checks included (goal ${seconds(GOALS_MS.back)})`,
    );
    if (!IS_SHORT) expect(awayMs).toBeLessThan(GOALS_MS.back);
    load = await trade(SEED + 1);
    await traded(2000);
    load.end();
    await running;
    expect(load.log.filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
    expect(tape.seconds).toBeGreaterThan(60);
    expect(await tape.differences(url())).toEqual([]);
    expect(await product.verify()).toBeNull();
    expect(product.exits).toEqual([]);
  }, 300_000);

  it('is archived and backed up again, and says how old the newest piece of its log is', async () => {
    const { timeline } = await histories();
    expect(timeline).toBe(3);
    await servers.checkArchive();
    expect(await servers.backUp('incr')).toEqual({ backups: ['full', 'incr', 'incr'], readable: [] });
    const figures = await (await fetch(`${worker.url}/metrics`)).text();
    expect(figures).toMatch(/^gateway_log_archive_age_seconds \d/m);
  }, 300_000);

  it('says when its log is not taken, and when it is again', async () => {
    const source = await createDataSource(product.database.workerUrl, 1, true).initialize();
    try {
      const archive = new LogArchiveStore(source);
      const look = async (holds: (seen: LogArchive) => boolean) => {
        await product.sql.query('select pg_switch_wal()');
        while (!holds(await archive.look())) await sleep(100);
      };
      expect(await archive.look()).toMatchObject({ isOn: true, failing: null });
      await servers.takeRepository();
      await look(({ failing }) => /^00000003[0-9A-F]{16}$/.test(failing ?? ''));
      await servers.giveRepository();
      await look(({ failing }) => failing === null);
      await servers.checkArchive();
    } finally {
      await source.destroy();
    }
  }, 300_000);
});
