import { QUEUES } from '../../jobs.js';
import { bootApp, type TestApp } from '../app.js';
import { anOperator } from '../factories/operators.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway,worker', LOG_LEVEL: 'silent' });
}, 60_000);

afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}/ops/queues${path}`, { headers });

describe('the board of background work', () => {
  it('is shown to nobody but operators', async () => {
    for (const path of ['', '/', '/api/queues']) {
      expect((await get(path)).status).toBe(401);
      expect((await get(path, { authorization: 'x'.repeat(43) })).status).toBe(401);
    }
  });

  it('shows an operator every queue and lets nobody change a job', async () => {
    const { token } = await anOperator(app.owner, 'auditor');
    const headers = { authorization: token };
    const page = await get('/', headers);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const shown = (await (await get('/api/queues', headers)).json()) as {
      queues: { name: string; readOnlyMode: boolean }[];
    };
    expect(shown.queues.map(({ name }) => name).sort()).toEqual([...QUEUES].sort());
    expect(shown.queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    const tried = await fetch(`${app.url}/ops/queues/api/queues/ledger/pause`, { method: 'PUT', headers });
    expect(tried.status).toBeGreaterThanOrEqual(400);
  });
});
