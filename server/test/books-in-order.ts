import { CheckBooks } from '../features/wallet/ledger/index.js';
import type { TestApp } from './app.js';

/**
 * Closes an application, for `afterAll`: a last look at its books must find no broken row, whatever its tests did.
 * @param looked names of invariants that this look must have had among its own.
 */
export async function closeInOrder(app: TestApp, looked: string[] = []): Promise<void> {
  const checked = await app.application
    .get(CheckBooks)
    .execute()
    .finally(() => app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(looked));
}
