import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { anOperator } from '../../../test/factories/operators.js';

/** Decided is what somebody decides, where the database holds the two against each other. */
describe('whoever is only a gateway', () => {
  let database: TestDatabase;
  let owner: DataSource;
  let gateway: DataSource;
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = await createDataSource(database.url).initialize();
    gateway = await createDataSource(database.gatewayUrl).initialize();
    [ann, bob] = [(await anOperator(owner, 'treasurer')).operatorId, (await anOperator(owner, 'treasurer')).operatorId];
  }, 60_000);

  afterAll(async () => {
    await gateway?.destroy();
    await owner?.destroy();
    await database?.drop();
  });

  const propose = (columns: Record<string, string> = {}): Promise<{ id: string; status: string }[]> => {
    const row = { kind: `'deposit-key'`, detail: `'{}'`, reason: `'a test'`, proposed_by: ann, proposed_at: 'now()' };
    const all: Record<string, string> = { ...row, ...columns };
    return gateway.query(
      `insert into operator_proposal (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})
       returning id, status`,
    );
  };

  it.each<[string, () => Record<string, string>]>([
    ['approved', () => ({ status: `'approved'`, decided_by: bob, decided_at: 'now()' })],
    ['rejected', () => ({ status: `'rejected'`, decided_by: bob, decided_at: 'now()' })],
    ['lapsed', () => ({ status: `'lapsed'`, decided_at: 'now()' })],
    ['with the hours of a decision', () => ({ tied_hours: '0' })],
  ])('adds no proposal that is decided already: %s', async (_how, columns) => {
    await expect(propose(columns())).rejects.toThrow('what is proposed begins open');
  });

  it('adds one that is open, which is decided by somebody else', async () => {
    const [proposal] = await propose();
    expect(proposal).toMatchObject({ status: 'open' });
    const decide = `update operator_proposal set status = 'approved', decided_by = $2, decided_at = now(), tied_hours = 0 where id = $1`;
    await expect(gateway.query(decide, [proposal?.id, ann])).rejects.toThrow('second_person');
    await gateway.query(decide, [proposal?.id, bob]);
    const [row] = await owner.query('select status from operator_proposal where id = $1', [proposal?.id]);
    expect(row).toEqual({ status: 'approved' });
  });
});
