import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formerCommit, storedBuildOf } from '../fixtures/former-build.mjs';
import { seeded, send, sleep } from './calls.js';
import { people } from './people.js';
import { onProcesses, Product, type RunningProcess, sizeOf } from './product.js';
import { TradingLoad } from './trading-load.js';

/**
 * The build of before on the schema of today. It serves while `migrate` of today runs and behind it, beside functions that
 * are not its own (decisions 88 and 172); started anew it does nothing until `migrate` of its own has installed its functions, and
 * then serves on the schema of today (runbook, "Roll back"). What a version's line in `operations.md` says otherwise is done
 * as it says. `npm run old-build -- --seconds=60` makes it long; OLD_BUILD names another commit.
 */
const ROOT = join(__dirname, '../../..');
const LOAD_MS = sizeOf('FAULTS_SECONDS', 4) * 1000;
const SEED = sizeOf('FAULTS_SEED', 20_261_130);
const LANES = 8;
const KINDS = ['option', 'spot', 'futures', 'trust'] as const;
const PATIENCE_MS = 120_000;
/** What a process says whose statement does not fit a schema, or whose rights are gone. */
const UNFIT = /does not exist|permission denied|violates|of another version/;

const found = process.env.OLD_BUILD ? { commit: process.env.OLD_BUILD } : formerCommit(ROOT);
const onHistory = 'commit' in found ? onProcesses : describe.skip;
if ('missing' in found) console.warn(`SKIPPED: the build of before does not run: ${found.missing}.`);

/** What the table of versions says of the migrations that a build does not have. */
function exceptionsFor(build: string): { areWorkersFirst: boolean; isNoWayBack: boolean } {
  const files = (root: string) => readdirSync(join(root, 'server/database/migrations'));
  const known = new Set(files(build));
  const names = new Set(
    files(ROOT)
      .filter((file) => !known.has(file))
      .map((file) => file.replace(/^\d+-|\.ts$/g, '')),
  );
  const lines = readFileSync(join(ROOT, 'server/documents/operations.md'), 'utf8')
    .split('## From one version to the next\n')[1]
    ?.split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, migrations = '']) => [...migrations.matchAll(/`([\w-]+)`/g)].some(([, name = '']) => names.has(name)));
  return {
    areWorkersFirst: (lines ?? []).some(([, , , ahead = '']) => ahead.startsWith('workers first')),
    isNoWayBack: (lines ?? []).some(([, , , , back = '']) => back.startsWith('none')),
  };
}

onHistory(`the build of ${'commit' in found ? found.commit : 'before'} on the schema of today`, () => {
  let build: string;
  let areOther = false;
  let product: Product;
  let worker: RunningProcess;
  let exceptions: ReturnType<typeof exceptionsFor>;
  const loads: TradingLoad[] = [];
  const random = seeded(SEED);
  const url = (): string => product.gateways[0]?.url as string;

  beforeAll(async () => {
    build = await storedBuildOf(ROOT, (found as { commit: string }).commit);
    exceptions = exceptionsFor(build);
    product = await Product.ofBuild(build);
    await product.sql.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, minimum, maximum)
       values (30, 0.8, 3, 0.0001, 10, 5000)`,
    );
    await startAll();
  }, 600_000);

  afterAll(async () => {
    await product?.stop();
  }, 60_000);

  async function startAll(): Promise<void> {
    await product.launch('feed', 'simulated');
    worker = await product.launch('worker', 'none');
    product.gateways[0] = await product.launch('gateway', 'none');
    await product.untilServing(worker.url);
    await product.untilServing(url());
    await product.untilPriced(url());
  }

  async function underLoad(work: () => Promise<void>): Promise<TradingLoad> {
    const persons = await people(product.sql, LANES, { spot: '1000000', option: '1000000', contract: '1000000' });
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    const load = new TradingLoad(product.sql, url, random);
    loads.push(load);
    const running = load.run(persons);
    try {
      await untilEachIsDone(load, 0);
      await work();
      await untilEachIsDone(load, Date.now());
      await sleep(LOAD_MS);
    } finally {
      load.end();
      await running;
    }
    return load;
  }

  /** Until a command of each product was done that was sent since then. */
  async function untilEachIsDone(load: TradingLoad, sinceMs: number): Promise<void> {
    const isDone = (kind: string) =>
      load.count((entry) => entry.kind === kind && entry.outcome === 'done' && entry.sentMs >= sinceMs) > 0;
    await until('a command of each product is done', async () => KINDS.every(isDone));
  }

  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100))
      if (await isSo()) return;
    throw new Error(`It did not come true: ${what}; ${product.errors().slice(-5).join('\n')}`);
  }

  /** The worker settled options that were bought after the newest one now. */
  async function untilSettled(): Promise<void> {
    const { rows } = await product.sql.query<{ id: string }>(
      'select coalesce(max(id), 0)::text as id from option_order',
    );
    const settled = `select from option_order where id = $1 and status in ('settled', 'voided')`;
    await until(
      'the newest option is settled',
      async () => (await product.sql.query(settled, [rows[0]?.id])).rowCount === 1,
    );
  }

  /** @param between what makes the database the later one's, from the first to the second who looks. */
  async function expectSound(load: TradingLoad, between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    // What a load before it has sent is in the books, too.
    const sent = new Set(loads.flatMap(({ log }) => log.map(({ name }) => `${name} was never sent`)));
    expect((await load.wrong()).filter((line) => !sent.has(line))).toEqual([]);
    for (const folder of [build, ROOT]) {
      product.build = folder;
      if (folder === ROOT) await between();
      expect([folder, await product.verify()]).toEqual([folder, null]);
    }
    product.build = build;
    expect(product.exits).toEqual([]);
    expect(product.errors().filter((line) => UNFIT.test(line))).toEqual([]);
  }

  const functions = async () =>
    JSON.stringify((await product.sql.query('select name, sha256 from stored_function order by name')).rows);
  const ofWhom = () => (areOther ? 'of another version' : 'own');

  const partOf = async (address: string, name: string) => {
    const { parts } = (await (await fetch(`${address}/readyz`)).json()) as { parts: Record<string, unknown> };
    return parts[name];
  };

  it('goes on while today migrates, and behind it beside the functions of today', async () => {
    const load = await underLoad(async () => {
      const before = await functions();
      if (exceptions.areWorkersFirst) await product.end(worker);
      product.build = ROOT;
      await product.migrate();
      if (exceptions.areWorkersFirst) worker = await product.launch('worker', 'none');
      product.build = build;
      // A version without a change of its functions is its own still.
      areOther = (await functions()) !== before;
    });
    await untilSettled();
    expect(await partOf(url(), 'postgres')).toMatchObject({ state: 'ok', detail: { functions: ofWhom() } });
    await expectSound(load);
  }, 600_000);

  it('is started anew behind `migrate` of its own alone, and serves on the schema of today', async () => {
    await product.endAll();
    const early = await product.launch('gateway', 'none');
    await product.untilAlive(early.url);
    expect(await partOf(early.url, 'postgres')).toMatchObject({
      state: areOther ? 'down' : 'ok',
      detail: { functions: ofWhom() },
    });
    await product.end(early);
    if (exceptions.isNoWayBack) return;
    await product.migrate();
    await startAll();
    const load = await underLoad(() => Promise.resolve());
    await untilSettled();
    // Today looks by functions of its own: the upgrade is begun again.
    await expectSound(load, () => product.migrate());
  }, 600_000);
});
