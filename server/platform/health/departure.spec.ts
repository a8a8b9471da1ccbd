import { Config } from '../config/config.js';
import { Departure } from './departure.js';
import { HealthRegistry } from './health.registry.js';

const NOTICE_MS = 200;

function departure(values: { DRAIN_NOTICE_MS: number; ROLES: string[] }) {
  const health = new HealthRegistry();
  const state = async () => (await health.ask()).departure?.state;
  return { leaving: new Departure({ values } as unknown as Config, health), state };
}

describe('a process that is asked to end', () => {
  it('is not ready from then on, and serves until a balancer has had the time to see that', async () => {
    const { leaving, state } = departure({ DRAIN_NOTICE_MS: NOTICE_MS, ROLES: ['gateway'] });
    expect(await state()).toBe('ok');
    let isOver = false;
    const notice = leaving.onModuleDestroy().then(() => (isOver = true));
    expect([await state(), isOver]).toEqual(['down', false]);
    await notice;
    expect([await state(), isOver]).toEqual(['down', true]);
  });

  it.each([
    { DRAIN_NOTICE_MS: 0, ROLES: ['gateway'] },
    { DRAIN_NOTICE_MS: 60_000, ROLES: ['worker', 'feed'] },
  ])('does not wait for a balancer that nothing has to do with: %j', async (values) => {
    const { leaving, state } = departure(values);
    await leaving.onModuleDestroy();
    expect(await state()).toBe('down');
  });
});
