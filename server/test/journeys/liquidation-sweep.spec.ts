import { DueMarginsStore } from '../../features/trading/liquidation/due-margins.store.js';
import { FollowOpenPositions } from '../../features/trading/futures-index/index.js';
import { JobQueues } from '../../platform/jobs/job-queues.js';
import { bootApp, type TestApp } from '../app.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'worker', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !(await what()); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() > end) throw new Error('It did not happen within ten seconds.');
  }
}

describe('the sweep of margins in a worker', () => {
  it('is scheduled every fifteen seconds, and its job looks at the rows', async () => {
    const queue = await app.application.get(JobQueues).ready('futures');
    const scheduled = async () =>
      (await queue.getJobSchedulers()).find(({ key }) => key === 'liquidation.sweep')?.every === 15_000;
    await until(scheduled);
    await until(() => app.application.get(FollowOpenPositions).loaded);
    const slices = jest.spyOn(app.application.get(DueMarginsStore), 'slice');
    // A job that comes during a sweep waits for that one and begins none: the scheduled one may be under way.
    await until(async () => {
      if (slices.mock.results.length > 0) return true;
      await queue.add('liquidation.sweep', {});
      return false;
    });
    expect(await slices.mock.results[0]?.value).toBeNull();
    expect(await queue.getFailedCount()).toBe(0);
  }, 30_000);
});
