import { DeskPort } from '../../platform/http/desk-port.js';
import { bootApp, type TestApp } from '../app.js';
import { type Answer, send, sleep } from '../faults/calls.js';

const LIMIT_MS = 60_000;

let app: TestApp;
let deskUrl: string;

beforeEach(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', OPS_PORT: '0', REALTIME_DRAIN_MS: '300' });
  deskUrl = `http://127.0.0.1:${await app.application.get(DeskPort).listen()}`;
}, LIMIT_MS);

afterEach(() => app.database.drop());

/** Whoever logs in at the desk waits until it is let go. */
async function holdLogins(): Promise<() => Promise<void>> {
  const runner = app.owner.createQueryRunner();
  await runner.startTransaction();
  await runner.query('lock table operator in access exclusive mode');
  return async () => {
    await runner.rollbackTransaction();
    await runner.release();
  };
}

async function untilOneWaits(): Promise<void> {
  for (let look = 0; look < 100; look += 1) {
    const [row] = await app.owner.query(
      `select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (row.waiting > 0) return;
    await sleep(50);
  }
  throw new Error('Nobody waits for what is locked.');
}

const desk = (): Promise<Answer> =>
  send(deskUrl, 'ops/api/login', { token: '', json: { login: 'nobody', password: 'Wrong-Horse-7', totp: '123456' } });
const user = (): Promise<Answer> =>
  send(app.url, 'api/user/login', { token: '', fields: { user_string: 'nobody', password: 'Wrong-Horse-7' } });

describe('a shutdown', () => {
  it(
    'lets what was begun at the desk come to its end',
    async () => {
      const letGo = await holdLogins();
      const asked = desk();
      await untilOneWaits();
      const closed = app.application.close();
      // Longer than the sockets are waited for.
      await sleep(800);
      await letGo();
      const answer = await asked;
      await closed;
      await app.owner.destroy();
      expect(answer).toMatchObject({ type: 'error' });
      expect(answer?.status).toBeLessThan(500);
    },
    LIMIT_MS,
  );

  it(
    'answers whoever comes meanwhile as always, or not at all',
    async () => {
      const state = { isRunning: true };
      const seen = new Set<string>();
      const lane = async (path: () => Promise<Answer>) => {
        while (state.isRunning) {
          const answer = await path();
          seen.add(answer === null ? 'refused' : `${answer.status} ${answer.code ?? ''}`);
          await sleep(1);
        }
      };
      const lanes = [...Array.from({ length: 4 }, () => lane(user)), ...Array.from({ length: 2 }, () => lane(desk))];
      await sleep(500);
      await app.application.close();
      state.isRunning = false;
      await Promise.all(lanes);
      await app.owner.destroy();
      expect([...seen].filter((what) => what.startsWith('5'))).toEqual([]);
      expect(seen.size).toBeGreaterThan(1);
    },
    LIMIT_MS,
  );
});
