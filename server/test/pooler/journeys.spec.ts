import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { behind } from '../behind.mjs';
import { PGBOUNCER } from './pooler.js';

/**
 * Some journeys by way of HAProxy and PgBouncer, as they are shipped, with a pool for each kind of work; all of them: `npm run journeys`.
 * In a process of their own, since the balancer's certificate is trusted from a process' start or never.
 */
const ROOT = join(__dirname, '../../..');
const JOURNEYS = ['ledger', 'spot', 'own-limits'].map((name) => `server/test/journeys/${name}.spec.ts`);
const LIMIT_MS = 900_000;
const isHere = PGBOUNCER !== '' && (process.env.HAPROXY_PATH ?? '') !== '';
const withBoth = isHere ? it : it.skip;
if (!isHere) console.warn('SKIPPED: there is no HAProxy or no PgBouncer; run `npm test`, which fetches them.');

withBoth(
  'journeys come to the same end by way of the balancer and the pooler',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'journeys-'));
    const report = join(folder, 'report.json');
    try {
      const words = [...JOURNEYS, '--selectProjects', 'server', '--runInBand', '--json', `--outputFile=${report}`];
      const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...words], {
        cwd: ROOT,
        env: { ...process.env, ...behind('balancer,pooler', folder) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
      const [code] = (await once(child, 'close')) as [number];
      expect([code, code === 0 ? '' : said]).toEqual([0, '']);
      const { numTotalTestSuites, numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
      expect(numTotalTestSuites).toBe(JOURNEYS.length);
      expect(numPassedTests).toBeGreaterThan(JOURNEYS.length);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
