import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { createDataSource } from './database/data-source.js';
import { AnchorAudit } from './features/operations/audit/anchor-audit.js';
import { AuditStore } from './features/operations/audit/audit.store.js';
import { BeginAnchorLine } from './features/operations/audit/begin-anchor-line.js';
import { SealAudit } from './features/operations/audit/seal-audit.js';
import { SystemClock } from './platform/clock/clock.js';
import { readAnchorSettings } from './platform/config/config.js';
import { directAddressOf } from './platform/config/secrets.js';
import { Transactions } from './platform/database/transactions.store.js';
import { Metrics } from './platform/metrics/metrics.js';
import { chooseAnchors } from './platform/storage/choose-anchors.js';

const USAGE = 'Usage: npm run begin-anchors -- --who NAME --why REASON';
const SHORTEST = 3;

/**
 * `npm run begin-anchors`: after a restore, begins a new line of the audit log's anchors, with the name of whoever does it and
 * the reason. Run it with the product's own settings of anchors; the bucket's credentials are enough, because nothing that is
 * there is changed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { who: { type: 'string' }, why: { type: 'string' } } });
  const [who, why] = [values.who?.trim() ?? '', values.why?.trim() ?? ''];
  if (who.length < SHORTEST || why.length < SHORTEST) throw new Error(USAGE);
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 2, false).initialize();
  try {
    const [store, clock] = [new AuditStore(source), new SystemClock()];
    const anchors = await chooseAnchors(readAnchorSettings(process.env), {
      databaseUrl: url,
      now: () => clock.now(),
    });
    const begin = new BeginAnchorLine(store, new Transactions(source), anchors, clock);
    const { line, agreed, lost } = await begin.execute({ who, why });
    await new SealAudit(store, clock).execute();
    await new AnchorAudit(store, anchors, new Metrics(), clock).execute();
    process.stdout.write(
      `Line ${line} of the anchors is begun: it agrees up to seal ${agreed}, and ${lost} anchors are of the log before it.\n`,
    );
  } finally {
    await source.destroy();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
