import { USDT } from '../../test/factories/ledger.js';
import { aUser } from '../../test/factories/users.js';
import { PIN, TRON_ADDRESS, WithdrawalWorld } from '../../test/factories/withdrawal-world.js';
import { CheckFundPassword } from '../security/index.js';
import { WalletCatalog } from '../wallet/index.js';
import { AddWithdrawalAddress, type NewBookAddress } from './add-withdrawal-address.js';

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('an address of the book', () => {
  const add = async (userId: string, values: Partial<NewBookAddress> = {}) =>
    world.get(AddWithdrawalAddress).execute(
      {
        userId,
        currencyId: USDT,
        network: 'ERC20',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        notes: '',
        key: null,
        ...values,
        proof: values.proof ?? { fundPassword: PIN, code: await world.aCode(userId) },
      },
      'bound',
    );

  it('is added once, after its checksum on its chain', async () => {
    const { id } = await world.aSaver();
    expect(await add(id)).toBe('bound');
    await expect(add(id, { notes: 'again' })).rejects.toMatchObject({ code: 'withdrawals.address-exists' });
    for (const address of ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', TRON_ADDRESS]) {
      await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    }
    await expect(add(id, { network: 'BANK' })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    await expect(add(id, { network: null })).rejects.toMatchObject({ code: 'withdrawals.network-required' });
  });

  it('needs a fund password to exist, and the right one where it is sent', async () => {
    const { userId } = await aUser(world.app.database.url);
    const code = await world.aCode(userId);
    await expect(add(userId, { proof: { fundPassword: null, code } })).rejects.toMatchObject({
      code: 'account.fund-password-missing',
    });
    const { id } = await world.aSaver();
    await expect(add(id, { proof: { fundPassword: '918273', code: '1' } })).rejects.toMatchObject({
      code: 'account.fund-password-wrong',
    });
    await world.get(CheckFundPassword).execute(id, PIN);
    expect(await add(id, { proof: { fundPassword: null, code: await world.aCode(id) } })).toBe('bound');
  });

  it('that is one of our deposit addresses is refused', async () => {
    const { id } = await world.aSaver();
    const network = world
      .get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'ERC20');
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await world.source.query(
      `insert into deposit_pool (coin_network_id, chain, address, added_at) values ($1, 'ethereum', $2, now())`,
      [network?.id, address],
    );
    await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-ours' });
  });
});
