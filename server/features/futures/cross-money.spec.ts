import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../test/factories/futures-world.js';
import { ReservedMoney } from '../wallet/index.js';
import { TransferMoney } from '../wallet/transfer-money.js';

let world: FuturesWorld;
let keys = 0;

beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());

/** A cross account with a gain of 500 and a loss of 500, and what is free in it. */
async function hedged(): Promise<{ user: string; gaining: string; free: number }> {
  world.price('60000');
  const user = await world.user('2000');
  const { positionId } = await world.open(user, { marginMode: 'cross', lots: 5 });
  await world.submit(user, { marginMode: 'cross', lots: 5, side: 'short' });
  world.price('70000');
  return { user, gaining: positionId, free: Number((await world.balances(user)).contract) };
}

function transfer(userId: string, amount: number): Promise<string> {
  keys += 1;
  const wish = {
    userId,
    from: 'contract',
    to: 'spot',
    currencyId: 3,
    amount: amount.toFixed(8),
    key: `out-${keys}-key`,
  };
  return world.get(TransferMoney).execute(wish as Parameters<TransferMoney['execute']>[0], 'done');
}

describe('money from under cross positions', () => {
  it('does not leave with a gain that is taken while the transfer is under way', async () => {
    const { user, gaining, free } = await hedged();
    const reserved = world.get(ReservedMoney);
    const read = reserved.of.bind(reserved);
    let closing: Promise<unknown> = Promise.resolve();
    reserved.of = async (...asked) => {
      const kept = await read(...asked);
      closing = world.close1(user, gaining);
      await new Promise((done) => setTimeout(done, 500));
      return kept;
    };
    const sent = transfer(user, free + 300);
    await expect(sent).rejects.toMatchObject({ code: 'wallet.transfer-insufficient' });
    reserved.of = read;
    await closing;
    // What the loss needs stays, before and after the gain is money.
    if ((await world.row(user, gaining)).status !== 3) await world.close1(user, gaining);
    await expect(transfer(user, free + 300)).rejects.toMatchObject({ code: 'wallet.transfer-insufficient' });
    expect(Number((await world.balances(user)).contract)).toBeGreaterThan(free + 300);
  });

  it('stays, whoever of a transfer and a close comes first', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { user, gaining, free } = await hedged();
      const [sent] = await Promise.allSettled([transfer(user, free + 300), world.close1(user, gaining)]);
      expect(sent.status).toBe('rejected');
    }
  });

  it('leaves as far as nothing is lost', async () => {
    const { user, free } = await hedged();
    await expect(transfer(user, free - 1)).resolves.toBe('done');
  });
});
