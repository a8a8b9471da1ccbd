import { createDataSource } from '../database/data-source.js';
import { PriceThresholds } from '../features/trading/futures-index/price-thresholds.js';
import { createBook, dropDatabase } from './ledger.book.js';
import { BenchWorker, openPositions } from './liquidation.positions.js';

/**
 * Liquidation: what a change of the mark costs when it reaches nobody among 1,000,000 open positions, beside looking at
 * all of them in flat arrays in the same run, and the bytes that the index takes for each; then 20,000 positions in
 * Postgres of which 2,000 must close: seconds until all are decided, and until all are closed (money, rows, reports,
 * events). Fails above 1 ms, below 50 times, above 200 bytes, above 1 s and above 10 s.
 * `npm run bench -- liquidation [--quick]`
 */
const quick = process.argv.includes('--quick');
const POSITIONS = 1_000_000;
const ROUNDS = quick ? 3 : 9;
const TICKS = 2000;
const OPEN = 20_000;
const WEAK_EACH = 10;
const WAVES = quick ? 1 : 3;

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: use `npm run bench -- liquidation`.');
const isLight = measureIndex();
const isInTime = await closeWaves(DATABASE_URL);
process.exitCode = isLight && isInTime ? 0 : 1;

function measureIndex(): boolean {
  const prices = Float64Array.from({ length: POSITIONS }, (_, n) => 30_000 + ((n * 7919) % 2_000_000) / 100);
  const before = memory();
  const index = new PriceThresholds();
  const filling = performance.now();
  // Longs below 50,000, shorts above 70,000: a mark of 60,000 reaches nobody.
  for (let n = 0; n < POSITIONS; n += 1) {
    const price = prices[n] as number;
    index.put({
      id: n + 1,
      market: 1,
      side: n % 2 === 0 ? 'long' : 'short',
      price: n % 2 === 0 ? price : 120_000 - price,
    });
  }
  const filled = performance.now() - filling;
  const bytes = (memory() - before) / POSITIONS;
  const ours: number[] = [];
  const scans: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(
      timed(TICKS, (tick) => {
        if (index.reached(1, 55_000 + (tick % 10_000)).length > 0) throw new Error('Somebody was reached.');
      }),
    );
    scans.push(timed(5, (tick) => void scan(prices, 55_000 + tick)));
  }
  const [tick, scanned] = [median(ours), median(scans)];
  const isLight = tick < 1 && scanned / tick >= 50 && bytes < 200;
  process.stdout.write(
    `${POSITIONS} open positions: a mark that reaches nobody ${(tick * 1000).toFixed(2)} µs, looking at all of them ` +
      `${(scanned * 1000).toFixed(0)} µs, ${Math.round(scanned / tick)} times; ${bytes.toFixed(0)} bytes a position ` +
      `(arrays ${Math.round(index.bytes / POSITIONS)}); put in one by one in ${(filled / 1000).toFixed(2)} s; ` +
      `goals under 1 ms, at least 50 times, under 200 bytes: ${isLight ? 'met' : 'MISSED'}\n`,
  );
  return isLight;
}

/** The same question without an index: every position looked at, in flat arrays. */
function scan(prices: Float64Array, mark: number): number {
  let found = 0;
  for (let n = 0; n < prices.length; n += 1) {
    const price = prices[n] as number;
    if (n % 2 === 0 ? price >= mark : 120_000 - price <= mark) found += 1;
  }
  return found;
}

async function closeWaves(serverUrl: string): Promise<boolean> {
  const deciding: number[] = [];
  const closing: number[] = [];
  for (let wave = 0; wave < WAVES; wave += 1) {
    const url = await createBook(serverUrl, 'bench_liquidation', OPEN);
    await openPositions(url, OPEN, WEAK_EACH);
    const source = await createDataSource(url, 10).initialize();
    const worker = new BenchWorker(source);
    await worker.followOpenPositions.load();
    const end = worker.watch('58700');
    // Two samples say it, a second apart.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const began = performance.now();
    const ids = worker.ids();
    const { groups } = await worker.check.decide(ids);
    const decided = performance.now();
    const closed = await worker.check.execute(ids);
    const done = performance.now();
    end();
    deciding.push((decided - began) / 1000);
    closing.push((done - began) / 1000);
    const [left] = await source.query<{ open: number }[]>(
      'select count(*)::integer as open from futures_position where status = 1',
    );
    const due = OPEN / WEAK_EACH;
    if (groups.length !== due || closed !== due || left?.open !== OPEN - due) {
      throw new Error(`${groups.length} were decided and ${closed} closed of ${due}; ${left?.open} are open.`);
    }
    await source.destroy();
    await dropDatabase(serverUrl, 'bench_liquidation');
  }
  const isInTime = median(deciding) < 1 && median(closing) < 10;
  process.stdout.write(
    `${OPEN} positions of which ${OPEN / WEAK_EACH} must close: decided in ${median(deciding).toFixed(2)} s ` +
      `(${list(deciding)}), closed in ${median(closing).toFixed(2)} s (${list(closing)}); goals under 1 s and 10 s: ` +
      `${isInTime ? 'met' : 'MISSED'}\n`,
  );
  return isInTime;
}

/** Milliseconds for one of so many runs. */
function timed(runs: number, work: (run: number) => void): number {
  const began = performance.now();
  for (let run = 0; run < runs; run += 1) work(run);
  return (performance.now() - began) / runs;
}

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function list(values: number[]): string {
  return values.map((value) => value.toFixed(2)).join(', ');
}
