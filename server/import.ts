import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { createDataSource } from './database/data-source.js';
import { ImportCandles, ImportCandlesStore, type ImportReport } from './features/markets/candle-import/index.js';
import { MarketCatalog } from './features/markets/market-board/market-catalog.js';
import { MarketsStore } from './features/markets/market-board/markets.store.js';
import { directAddressOf } from './platform/config/secrets.js';

const USAGE = `Usage: npm run import -- FILE [--symbol BTC/USDT] [--skip-bad-rows] [--rate N]

Loads a CSV of bars (plain or .gz) into a market's history. Recognised by their columns: candles by open time,
daily stocks and metals, daily Shanghai futures.
  --symbol         the market, when the file's name does not say it
  --skip-bad-rows  leave out rows whose figures contradict each other
  --rate N         what one unit of the file's currency is worth in the market's`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      symbol: { type: 'string' },
      'skip-bad-rows': { type: 'boolean', default: false },
      rate: { type: 'string' },
    },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Error(USAGE);
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 2, false).initialize();
  try {
    const catalog = new MarketCatalog(new MarketsStore(source));
    await catalog.onModuleInit();
    const report = await new ImportCandles(catalog, new ImportCandlesStore(source)).execute({
      file,
      symbol: values.symbol ?? null,
      skipBadRows: values['skip-bad-rows'],
      rate: values.rate ?? null,
    });
    catalog.onApplicationShutdown();
    process.stdout.write(sentence(report));
  } finally {
    await source.destroy();
  }
}

function sentence({ symbol, period, bars, folded, added, changed, unchanged, skipped }: ImportReport): string {
  const left = skipped.length > 0 ? ` Left out: line ${skipped.join(', ')}.` : '';
  return (
    `${symbol}: ${bars} bars of ${period} and ${folded} longer ones. ${added} new, ${changed} changed, ` +
    `${unchanged} as before.${left}\n`
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
