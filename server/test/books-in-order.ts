import { DataSource } from 'typeorm';
import { CheckBooks } from '../features/wallet/ledger/index.js';
import type { TestApp } from './app.js';
import { undescribedEvents } from './described-events.js';

/**
 * Closes an application, for `afterAll`: a last look at its books must find no broken row, whatever its tests did, and every event that
 * users were told of must be as the description of the channels says.
 * @param looked names of invariants that this look must have had among its own.
 */
export async function closeInOrder(app: TestApp, looked: string[] = []): Promise<void> {
  const look = async () => ({
    checked: await app.application.get(CheckBooks).execute(),
    undescribed: await undescribedEvents(app.application.get(DataSource)),
  });
  const { checked, undescribed } = await look().finally(() => app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(undescribed).toEqual([]);
  expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(looked));
}
