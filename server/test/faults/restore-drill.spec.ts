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
import { Metrics } from '../../platform/metrics/metrics.js';
import { chooseAnchors } from '../../platform/storage/choose-anchors.js';
import { seeded, send, sleep } from './calls.js';
import { OwnServers } from './own-servers.js';
import { people } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';
import { TradingLoad } from './trading-load.js';

/**
 * Postgres is lost with all its files while people trade, and comes back from a backup and the archived log as it was at a second
 * of the past. `npm run restore-drill -- --seconds=60` makes the load before it, and that which is lost, long.
 */
const SECONDS = sizeOf('FAULTS_SECONDS', 6);
const SEED = sizeOf('FAULTS_SEED', 20_261_127);
const LANES = 8;
/** The longest that a finished piece of the log takes to its archive, twice: `servers.mjs` finishes one each 5 s. */
const ARCHIVED_MS = 10_000;

onProcesses(`a database that is lost, seed ${SEED}`, () => {
  let servers: OwnServers;
  let product: Product;
  let load: TradingLoad;
  let running: Promise<void>;

  beforeAll(async () => {
    servers = await OwnServers.start();
    process.env.TEST_DATABASE_URL = servers.databaseUrl;
    process.env.TEST_REDIS_URL = servers.redisUrl;
    await servers.archive();
    product = await Product.start(1);
    const persons = await people(product.sql, LANES, { spot: '1000000', option: '1000000', contract: '1000000' });
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    load = new TradingLoad(product.sql, url, seeded(SEED));
    running = load.run(persons);
  }, 600_000);

  afterAll(async () => {
    load?.end();
    await product?.stop().catch(() => undefined);
    await servers?.stop();
  }, 60_000);

  const url = (): string => product.gateways.at(-1)?.url as string;

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
    const source = await createDataSource(product.database.url, 2, false).initialize();
    const [store, clock] = [new AuditStore(source), new SystemClock()];
    await new AuditLog(store, new Transactions(source), clock).recordLook(COMMAND_LINE, {
      action: 'drill.look',
      subject: 'drill',
    });
    // Whoever of the two is first seals it.
    await new SealAudit(store, clock).execute();
    const settings = readAnchorSettings({ DATA_FOLDER: product.folder });
    const anchors = await chooseAnchors(settings, { databaseUrl: product.database.url, now: () => clock.now() });
    expect(await new AnchorAudit(store, anchors, new Metrics(), clock).execute()).toBeNull();
    await source.destroy();
  }

  const epoch = async () => (await one<{ epoch: string }>('select outbox_epoch() as epoch')).epoch;

  it('comes back with everything that was acknowledged by the second, and nothing later', async () => {
    await traded(SECONDS * 500);
    await servers.backUp();
    await traded(SECONDS * 500);
    const { at } = await one<{ at: Date }>('select clock_timestamp() as at');
    const before = await epoch();
    await anchor();
    await traded(Math.max(SECONDS * 1000, ARCHIVED_MS));
    load.end();
    await running;
    await product.endAll();
    const lostMs = Date.now();
    await servers.restore(at.toISOString());
    const tookMs = Date.now() - lostMs;
    const { wrong, booked, lost } = await load.wrongAt(at.getTime());
    process.stderr.write(
      `restore: back at ${at.toISOString()} after ${(tookMs / 1000).toFixed(1)} s with ${booked} acknowledged commands; ` +
        `${lost} of the ${((lostMs - at.getTime()) / 1000).toFixed(1)} s since then are lost\n`,
    );
    expect(wrong).toEqual([]);
    expect([booked > 0, lost > 0]).toEqual([true, true]);
    // Clients that come back with a place in the old stream are told to read anew.
    expect(await epoch()).not.toBe(before);
    // The anchor that was kept since is of a log that is lost: that is said, until a person has begun a new line.
    expect(await product.verify()).toMatch(/BROKEN seal \d+, .*anchored at/);
    await product.beginAnchors('the drill', `restored to ${at.toISOString()}`);
    expect(await product.verify()).toBeNull();
  }, 900_000);

  it('serves again, and the books stay in order', async () => {
    await product.launch('worker,feed', 'simulated');
    product.gateways.push(await product.launch('gateway', 'none'));
    await product.untilPriced(url());
    await product.untilServing(url());
    const persons = await people(product.sql, LANES, { spot: '1000000', option: '1000000', contract: '1000000' });
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    load = new TradingLoad(product.sql, url, seeded(SEED + 1));
    running = load.run(persons);
    await traded(2000);
    load.end();
    await running;
    expect(load.log.filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
    expect(await product.verify()).toBeNull();
    expect(product.exits).toEqual([]);
  }, 300_000);
});
