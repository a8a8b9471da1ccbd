import { randomBytes } from 'node:crypto';
import { authenticator, totpContext } from '../../account/codes/second-factor.js';
import { SaveBankCard } from '../../account/profile/save-bank-card.js';
import { SecretBox } from '../../account/users/index.js';
import { bootApp } from '../../../test/app.js';
import { WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { USDT } from '../../../test/factories/ledger.js';
import { AddWithdrawalAddress } from '../address-book/add-withdrawal-address.js';

/** As it is in production, with nothing set but what must be. */

const OTHER_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CARD = '4111111111111111';
const CALLER = { ip: '127.0.0.1', userAgent: 'test' };
const HOURS_24 = 86_400_000;
const NO_CARD = {
  bankBranch: '',
  bankAddress: '',
  swiftCode: '',
  residenceAddress: '',
  postalCode: '',
  bankId: '',
  bankCode: '',
  alipayAccount: '',
  wechatNickname: '',
  wechatAccount: '',
  alipayQr: null,
  wechatQr: null,
};

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.over(
    await bootApp({ NODE_ENV: 'production', ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10' }),
  );
}, 60_000);
afterAll(() => world?.close());

describe('a new place for money', () => {
  async function waitOf(table: 'withdrawal_address' | 'account_bank_card', userId: string): Promise<number> {
    const since = table === 'withdrawal_address' ? 'created_at' : 'updated_at';
    const rows = await world.source.query(
      `select extract(epoch from usable_at - ${since}) * 1000 as wait from ${table} where user_id = $1 order by id desc limit 1`,
      [userId],
    );
    return Number(rows[0].wait);
  }

  it('of coins waits 24 h', async () => {
    const saver = await world.aSaver();
    const act = { act: 'address', amount: '', coin: '', target: OTHER_ADDRESS } as const;
    await world.get(AddWithdrawalAddress).execute({
      userId: saver.id,
      currencyId: USDT,
      network: 'TRC20',
      address: OTHER_ADDRESS,
      notes: '',
      key: null,
      proof: world.withSession(saver.id, world.proof(await world.aCode(saver.id, act))),
    });
    expect(await waitOf('withdrawal_address', saver.id)).toBe(HOURS_24);
    const [added] = await world.source.query('select id from withdrawal_address where user_id = $1 and address = $2', [
      saver.id,
      OTHER_ADDRESS,
    ]);
    const withdraw = () => world.withdraw({ ...saver, addressId: added.id });
    await expect(withdraw()).rejects.toMatchObject({ code: 'withdrawals.address-held' });
    await world.source.query('update withdrawal_address set usable_at = now() where id = $1', [added.id]);
    await withdraw();
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });

  it('of cash waits 24 h', async () => {
    const saver = await world.aSaver();
    const act = { act: 'bank-card', amount: '', coin: '', target: CARD } as const;
    const code = await world.aCode(saver.id, act);
    await world.get(SaveBankCard).execute({
      userId: saver.id,
      sessionId: world.sessionOf(saver.id),
      card: { ...NO_CARD, realName: 'Ann Example', bankName: 'A Bank', bankAccount: CARD },
      proofs: [{ kind: 'code', code }],
      caller: CALLER,
    });
    expect(await waitOf('account_bank_card', saver.id)).toBe(HOURS_24);
    await expect(world.withdraw(saver, { toBank: true })).rejects.toMatchObject({ code: 'withdrawals.card-held' });
  });
});

describe('an authenticator that is on', () => {
  /** On since the day before yesterday: nothing waits for it any more. */
  async function withAuthenticator() {
    const saver = await world.aSaver();
    const secret = randomBytes(20);
    await world.source.query(
      `insert into account_totp (user_id, secret, created_at, confirmed_at)
       values ($1, $2, now() - interval '2 days', now() - interval '2 days')`,
      [saver.id, world.get(SecretBox).seal(secret, totpContext(saver.id))],
    );
    return { saver, now: () => authenticator(secret).generate() };
  }

  it('is asked for at a withdrawal, whatever code was sent to the contact', async () => {
    const { saver, now } = await withAuthenticator();
    const refused = async (code: string, why: string) => {
      await expect(world.withdraw(saver, { proof: world.proof(code) })).rejects.toMatchObject({ code: why });
      expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    };
    await refused('', 'account.totp-required');
    await refused(await world.aCode(saver.id), 'account.totp-wrong');
    const right = now();
    await refused(right === '000000' ? '000001' : '000000', 'account.totp-wrong');
    await world.withdraw(saver, { proof: world.proof(right) });
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    // Each code is good once.
    await expect(world.withdraw(saver, { amount: '50', proof: world.proof(right) })).rejects.toMatchObject({
      code: 'account.totp-wrong',
    });
  });
});
