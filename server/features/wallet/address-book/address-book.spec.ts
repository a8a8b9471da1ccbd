import { heldBack, inTurn, outcomesOf } from '../../../test/factories/held-back.js';
import { USDT } from '../../../test/factories/ledger.js';
import { aUser } from '../../../test/factories/users.js';
import { PIN, TRON_ADDRESS, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { WalletCatalog } from '../balances/index.js';
import { type UserRow, UsersStore } from '../../account/users/index.js';
import { AddWithdrawalAddress, type NewBookAddress } from './add-withdrawal-address.js';
import { ProvePerson } from './prove-person.js';

const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER_ADDRESS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const THIRD_ADDRESS = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('an address of the book', () => {
  const proof = async (userId: string, target = EVM_ADDRESS, fundPassword: string | null = PIN) => {
    const code = await world.aCode(userId, { act: 'address', amount: '', coin: '', target });
    return world.proof(code, fundPassword);
  };
  const add = async (userId: string, values: Partial<NewBookAddress> = {}) =>
    world.get(AddWithdrawalAddress).execute({
      userId,
      currencyId: USDT,
      network: 'ERC20',
      address: EVM_ADDRESS,
      notes: '',
      key: null,
      ...values,
      proof: world.withSession(userId, values.proof ?? (await proof(userId, values.address))),
    });

  it('is added once, after its checksum on its chain', async () => {
    const { id } = await world.aSaver();
    await add(id);
    await expect(add(id, { notes: 'again' })).rejects.toMatchObject({ code: 'withdrawals.address-exists' });
    for (const address of ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', TRON_ADDRESS]) {
      await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    }
    await expect(add(id, { network: 'BANK' })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    await expect(add(id, { network: null })).rejects.toMatchObject({ code: 'withdrawals.network-required' });
  });

  it('needs the fund password, and a code that was sent for it', async () => {
    const { userId } = await aUser(world.app.database.url);
    await expect(add(userId)).rejects.toMatchObject({ code: 'account.fund-password-missing' });
    const { id } = await world.aSaver();
    const wrong = await proof(id, EVM_ADDRESS, '918273');
    await expect(add(id, { proof: wrong })).rejects.toMatchObject({ code: 'account.fund-password-wrong' });
    const none = await proof(id, EVM_ADDRESS, null);
    await expect(add(id, { proof: none })).rejects.toMatchObject({ code: 'account.fund-password-format' });
    const paying = { act: 'withdrawal', amount: '100', coin: 'USDT', target: EVM_ADDRESS } as const;
    const ofAPayment = world.proof(await world.aCode(id, paying));
    await expect(add(id, { proof: ofAPayment })).rejects.toMatchObject({ code: 'account.code-wrong' });
    const another = await proof(id, TRON_ADDRESS);
    await expect(add(id, { proof: another })).rejects.toMatchObject({ code: 'account.code-wrong' });
    await add(id);
  });

  /** So many more in the saver's book. */
  const fill = (id: string, count: number) =>
    world.source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, notes, usable_at, created_at)
       select $1, w.coin_network_id, rpad(concat('0x', place), 42, 'a'), '', now(), now()
         from withdrawal_address w, generate_series(1, $2) place where w.user_id = $1`,
      [id, count],
    );

  it('may be the 99th and the hundredth, not the next', async () => {
    const { id } = await world.aSaver();
    await fill(id, 97);
    const tries = [EVM_ADDRESS, OTHER_ADDRESS, THIRD_ADDRESS].map((address) => () => add(id, { address }));
    expect(await inTurn(tries)).toEqual(['done', 'done', 'withdrawals.too-many-addresses']);
  });

  it('is one of a hundred at most, with two that come at once', async () => {
    const { id } = await world.aSaver();
    await fill(id, 98);
    // Whoever has two proofs at once: a code that is sent makes the one before it worthless.
    const prove = world.get(ProvePerson);
    const check = prove.check.bind(prove);
    const user = (await world.get(UsersStore).byId(id)) as UserRow;
    prove.check = () => Promise.resolve({ user, isPlain: false, isLoginAlone: false, useUp: () => Promise.resolve() });
    const results = await heldBack(
      world.source,
      [id],
      [() => add(id), () => add(id, { address: OTHER_ADDRESS })],
    ).finally(() => (prove.check = check));
    expect(outcomesOf(results)).toEqual(['done', 'withdrawals.too-many-addresses']);
  });

  it('that is one of our deposit addresses is refused', async () => {
    const { id } = await world.aSaver();
    const network = world
      .get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'ERC20');
    const address = OTHER_ADDRESS;
    await world.source.query(
      `insert into deposit_pool (coin_network_id, chain, address, added_at) values ($1, 'ethereum', $2, now())`,
      [network?.id, address],
    );
    await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-ours' });
  });
});
