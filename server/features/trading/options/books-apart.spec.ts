import { Logger } from '@nestjs/common';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { OptionWorld } from '../../../test/factories/option-world.js';

let world: OptionWorld;

beforeAll(async () => {
  Logger.overrideLogger(false);
  world = await OptionWorld.open();
  await world.price('50000');
}, 60_000);

afterAll(() => world?.app.close());

/** An option runs out and is settled; then somebody with every right changes its entry. */
async function falsify(orderId: string): Promise<void> {
  await world.seconds(62, () => '50000');
  await world.settle();
  await changeEntry(orderId, 5);
}

async function changeEntry(orderId: string, by: number): Promise<void> {
  const guards = ['option_order_refuse_rewrite', 'option_order_end'];
  for (const guard of guards) await world.source.query(`alter table option_order disable trigger ${guard}`);
  await world.source.query(`update option_order set entry_index = entry_index + $2 where id = $1`, [orderId, by]);
  for (const guard of guards) await world.source.query(`alter table option_order enable always trigger ${guard}`);
}

async function reopen(): Promise<void> {
  await world.source.query(`update trading_mode set mode = 'open', cause = ''`);
}

describe('an option with a false entry', () => {
  it('of demo money stops demo money alone', async () => {
    const [demo, real] = [await world.user(), await world.user('1000', { demo: false })];
    await world.verify(real);
    const { id } = await world.buy(demo);
    await falsify(id);
    await world.get(CheckBooks).execute();
    await expect(world.buy(real, { demo: false, key: 'real' })).resolves.toMatchObject({
      account_type: 'real_account',
    });
    await expect(world.buy(demo, { key: 'demo' })).rejects.toMatchObject({ code: 'ledger.demo-cancel-only' });
    const modes = await world.source.query('select demo, mode, cause from trading_mode order by demo');
    expect(modes).toEqual([
      { demo: false, mode: 'open', cause: '' },
      { demo: true, mode: 'cancel-only', cause: 'The books break O07.' },
    ]);
    await changeEntry(id, -5);
    await reopen();
  });

  it('of real money stops real money alone', async () => {
    const [demo, real] = [await world.user(), await world.user('1000', { demo: false })];
    await world.verify(real);
    const { id } = await world.buy(real, { demo: false });
    await falsify(id);
    await world.get(CheckBooks).execute();
    await expect(world.buy(demo)).resolves.toMatchObject({ account_type: 'simulation_account' });
    await expect(world.buy(real, { demo: false, key: 'real' })).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    await changeEntry(id, -5);
    await reopen();
  });
});
