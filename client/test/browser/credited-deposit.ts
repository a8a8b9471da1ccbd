import { randomBytes } from 'node:crypto';
import { creditByTwo } from '../../../server/test/factories/credits.js';
import { USDT } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import type { PageWorld } from './page-world.js';

/** Coins come in, and two operators credit them: no node looks at the chain here. */
export async function creditDeposit(world: PageWorld, { userId, token }: TestUser, amount: string): Promise<void> {
  const hash = randomBytes(32).toString('hex');
  const fields = { currency: String(USDT), amount, type: '0', sub_type: 'TRC20', hash, account: '', imgs: '' };
  expect(await world.call.post('wallet/charge_req', fields, { token })).toMatchObject({ type: 'ok' });
  const [{ id }] = await world.source.query('select id from deposit where user_id = $1 order by id desc limit 1', [
    userId,
  ]);
  await creditByTwo(world.app, id);
}
