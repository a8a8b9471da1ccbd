import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { QueueFigures } from './queue-figures.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

async function figuresOf(kind: string): Promise<{ waiting: number; seconds: number }> {
  await app.application.get(QueueFigures).execute();
  const text = await app.application.get(Metrics).text();
  const [waiting, seconds] = ['cases_waiting', 'case_oldest_seconds'].map((name) =>
    Number(new RegExp(`^gateway_${name}\\{kind="${kind}"\\} (\\S+)$`, 'm').exec(text)?.[1]),
  );
  return { waiting: waiting ?? Number.NaN, seconds: seconds ?? Number.NaN };
}

it('says how much waits for operators and for how long, and nought once nothing does', async () => {
  expect(await figuresOf('verification')).toEqual({ waiting: 0, seconds: 0 });
  for (const minutes of [5, 20]) {
    const user = await aUserId(app.owner);
    const sealed = Buffer.from(`number-${minutes}`);
    await app.owner.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at)
       values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1',
               now() - $3 * interval '1 minute')`,
      [user, sealed, minutes],
    );
  }
  const { waiting, seconds } = await figuresOf('verification');
  expect(waiting).toBe(2);
  // Of the oldest; the test itself takes some of it.
  expect(seconds).toBeGreaterThanOrEqual(20 * 60 - 1);
  expect(seconds).toBeLessThan(30 * 60);
  await app.owner.query(`update verification_case set status = 'verified', version = 2, decided_at = now()`);
  expect(await figuresOf('verification')).toEqual({ waiting: 0, seconds: 0 });
});
