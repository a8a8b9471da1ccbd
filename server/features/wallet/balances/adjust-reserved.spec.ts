import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { USDT } from '../../../test/factories/ledger.js';
import { AdjustBalance } from './adjust-balance.js';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());

async function takeOut(userId: string, amount: string): Promise<void> {
  const adjust = world.get(AdjustBalance);
  const proposal = {
    userId,
    account: 'contract' as const,
    currencyId: USDT,
    amount: `-${amount}`,
    reason: 'Correction',
  };
  const adjustmentId = await adjust.propose({ ...proposal, operatorId: '1' });
  await adjust.approve({ adjustmentId, operatorId: '2' });
}

describe('a change by hand out of the contract account', () => {
  it('leaves what the loss of a cross position needs', async () => {
    world.price('60000');
    const user = await world.user('2000');
    await world.open(user, { marginMode: 'cross', lots: 5 });
    world.price('50000');
    const { contract } = await world.balances(user);
    // 0.05 BTC have lost 500 and more.
    const tooMuch = (Number(contract) - 400).toFixed(8);
    await expect(takeOut(user, tooMuch)).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    expect((await world.balances(user)).contract).toBe(contract);
    await takeOut(user, (Number(contract) - 600).toFixed(8));
    expect(Number((await world.balances(user)).contract)).toBe(600);
  });

  it('takes all of it where nothing is open', async () => {
    const user = await world.user('100');
    await takeOut(user, '100');
    expect((await world.balances(user)).contract).toBe('0');
  });
});
