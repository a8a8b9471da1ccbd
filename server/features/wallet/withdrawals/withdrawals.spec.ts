import { wireTime } from '../../../contract/pages.dto.js';
import { USDT } from '../../../test/factories/ledger.js';
import { ANNA, BERT, TRON_ADDRESS, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { GetHolds } from '../../account/notices/index.js';
import { RemoveWithdrawalAddress } from '../address-book/remove-withdrawal-address.js';
import { MayWithdraw } from './may-withdraw.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import type { RequestedWithdrawal } from './request-withdrawal.js';

const HERE = { ip: '127.0.0.1', userAgent: 'test' };

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('a withdrawal', () => {
  it('freezes the amount, is released, and leaves less the fee', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    // 0.1 percent, as it is seeded.
    expect(await world.lastOf(saver.id)).toEqual({ id, status: 'review', fee: '0.1' });
    await expect(world.pay(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await world.approve(id)).toBe('released');
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    await world.pay(id);
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '0' });
    expect(await world.publishedStates(saver.id)).toEqual(['pending', 'approved', 'paid']);
    const acts = await world.source.query(
      `select to_status, operator_id from wallet_act where subject = 'withdrawal' and subject_id = $1 order by id`,
      [id],
    );
    expect(acts).toEqual([
      { to_status: 'review', operator_id: null },
      { to_status: 'approved', operator_id: ANNA },
      { to_status: 'paid', operator_id: ANNA },
    ]);
    for (const late of [
      () => world.approve(id),
      () => world.reject(id),
      () => world.pay(id),
      () => world.cancel(id, saver.id),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'wallet.decided' });
    }
  });

  it('is given back whole, with the reason, when it is rejected, and when its user cancels it', async () => {
    const saver = await world.aSaver();
    const rejected = await world.aWithdrawal(saver);
    await expect(world.reject(rejected, '  ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await expect(world.takeBack(rejected)).rejects.toMatchObject({ code: 'wallet.decided' });
    await world.approve(rejected);
    // It may be on its way already: that takes two.
    await expect(world.reject(rejected)).rejects.toMatchObject({ code: 'wallet.decided' });
    await expect(world.takeBack(rejected, ' ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await world.takeBack(rejected);
    const cancelled = await world.aWithdrawal(saver);
    await expect(world.cancel(cancelled, (await world.aSaver()).id)).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
    await world.cancel(cancelled, saver.id);
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await world.publishedStates(saver.id)).toEqual(['pending', 'approved', 'rejected', 'pending', 'cancelled']);
  });

  describe('that a transaction pays which somebody claims as a deposit', () => {
    let claimed = 0;

    async function claimOf(verdict: string | null, status = 'review') {
      const saver = await world.aSaver();
      const id = await world.aWithdrawal(saver);
      await world.approve(id);
      const hash = (claimed += 1).toString(16).padStart(64, 'd');
      const [claim] = await world.source.query(
        `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, tx_hash, chain, created_at, updated_at)
         values ($1, 3, 'chain', 5, 5, $2, 'tron', now(), now()) returning id`,
        [saver.id, hash],
      );
      await world.source.query('update deposit set chain_verdict = $2, status = $3 where id = $1', [
        claim.id,
        verdict,
        status,
      ]);
      return { id, hash };
    }

    it.each(['wrong-amount', 'confirming', 'confirmed'])('is not paid while it may be one: %s', async (verdict) => {
      const { id, hash } = await claimOf(verdict);
      await expect(world.pay(id, hash)).rejects.toMatchObject({ code: 'withdrawals.transaction-used' });
    });

    it.each([
      // No chain says anything: anybody can hand in the hash of a payout.
      [null, 'review'],
      ['wrong-recipient', 'review'],
      ['not-found', 'review'],
      ['failed', 'review'],
      [null, 'rejected'],
      ['confirmed', 'rejected'],
    ])('is paid where it is none: %s, %s', async (verdict, status) => {
      const { id, hash } = await claimOf(verdict, status);
      await world.pay(id, hash);
      expect(await world.rowOf(id)).toMatchObject({ status: 'paid', chain_tx: hash });
    });
  });

  it('above the limit needs two different operators', async () => {
    const saver = await world.aSaver({ funds: '20000' });
    const id = await world.aWithdrawal(saver, { amount: '10000.00000001' });
    expect(await world.approve(id, ANNA)).toBe('second-person');
    await expect(world.approve(id, ANNA)).rejects.toMatchObject({ code: 'wallet.second-person' });
    await expect(world.pay(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await world.approve(id, BERT)).toBe('released');
  });

  it('in parts needs them, too, once one operator has released as much alone that day', async () => {
    const [cleo, dora] = ['17', '18'];
    const [one, other] = [await world.aSaver({ funds: '20000' }), await world.aSaver({ funds: '20000' })];
    const parts = [
      await world.aWithdrawal(one, { amount: '6000' }),
      await world.aWithdrawal(other, { amount: '6000' }),
    ];
    const atOnce = await Promise.all(parts.map((id) => world.approve(id, cleo)));
    expect([...atOnce].sort()).toEqual(['released', 'second-person']);
    const waiting = parts[atOnce.indexOf('second-person')] as string;
    await expect(world.approve(waiting, cleo)).rejects.toMatchObject({ code: 'wallet.second-person' });
    expect(await world.approve(waiting, dora)).toBe('released');
    // What two released is on nobody's account.
    const third = await world.aWithdrawal(one, { amount: '4000' });
    expect(await world.approve(third, cleo)).toBe('released');
  });

  it('is paid by one transaction, and that pays no other', async () => {
    const [one, other] = [await world.aSaver(), await world.aSaver()];
    const [first, second] = [await world.aWithdrawal(one), await world.aWithdrawal(other)];
    await world.approve(first);
    await world.approve(second);
    const hash = 'c0ffee'.padStart(64, '1');
    await world.pay(first, hash);
    await expect(world.pay(second, `0x${hash.toUpperCase()}`)).rejects.toMatchObject({
      code: 'withdrawals.transaction-used',
    });
    await expect(world.pay(second, 'paid')).rejects.toMatchObject({ code: 'deposits.hash-invalid' });
  });

  it('goes to the own bank card', async () => {
    const saver = await world.aSaver();
    await expect(world.withdraw(saver, { toBank: true })).rejects.toMatchObject({ code: 'withdrawals.card-missing' });
    await world.source.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
       values ($1, 'domestic', 'Ann Example', 'First Bank', '6222021234567890', now(), now(), now())`,
      [saver.id],
    );
    const id = await world.aWithdrawal(saver, { toBank: true });
    await world.approve(id);
    await world.pay(id, 'BANK-REF 17');
    expect((await world.lastOf(saver.id)).status).toBe('paid');
  });

  it.each<[string, Partial<RequestedWithdrawal> & { code?: string; fundPassword?: string }, string]>([
    ['below the minimum', { amount: '9.99999999' }, 'withdrawals.below-minimum'],
    ['of more than there is', { amount: '1000.00000001' }, 'ledger.insufficient-balance'],
    ['with too many decimals', { amount: '100.000000001' }, 'ledger.too-many-decimals'],
    ['of a negative amount', { amount: '-100' }, 'request.invalid'],
    ['without an address', { addressId: null }, 'withdrawals.address-missing'],
    [
      'to an address outside the book',
      { addressId: null, address: TRON_ADDRESS.slice(1) },
      'withdrawals.address-missing',
    ],
    ['to an address of another network', { network: 'ERC20' }, 'withdrawals.address-missing'],
    ['of another coin than the address is for', { currencyId: 4 }, 'withdrawals.address-missing'],
    ['with a wrong code', { code: '000000' }, 'account.code-wrong'],
    ['without a code', { code: '' }, 'account.code-required'],
    ['with a wrong fund password', { code: '000000', fundPassword: '918273' }, 'account.fund-password-wrong'],
  ])('%s is refused and leaves nothing', async (_name, { code: given, fundPassword, ...values }, code) => {
    const saver = await world.aSaver();
    const sent = await world.aCode(saver.id);
    const proof = world.proof(given ?? sent, fundPassword);
    await expect(world.withdraw(saver, { ...values, proof })).rejects.toMatchObject({ code });
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await world.lastOf(saver.id)).toBeUndefined();
  });

  it('of an unverified user is refused', async () => {
    await expect(world.withdraw(await world.aSaver({ verified: false }))).rejects.toMatchObject({
      code: 'verification.required',
    });
  });

  it('that was asked for before a change of the account waits for it all the same', async () => {
    const saver = await world.aSaver();
    const may = world.get(MayWithdraw);
    await may.assert(saver.id);
    await world.source.query(
      `insert into account_security_event (user_id, kind, ip, device, at) values ($1, 'fund-password-changed', '', '', now())`,
      [saver.id],
    );
    const going = world.app.serving.transaction((tx) => may.assertLocked(tx, saver.id));
    await expect(going).rejects.toMatchObject({ code: 'withdrawals.held' });
  });

  it('waits after a change of the account and for a new address, and says until when', async () => {
    const saver = await world.aSaver();
    await world.source.query(
      `insert into account_security_event (user_id, kind, ip, device, at) values ($1, 'password-changed', '', '', now())`,
      [saver.id],
    );
    await expect(world.withdraw(saver)).rejects.toMatchObject({
      code: 'withdrawals.held',
      parameters: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    });
    const facts = await world.get(PreviewWithdrawal).facts(saver.id, USDT, 'en');
    expect(facts).toMatchObject({ scale: 8, holds: [{ reason: 'password', until: facts.held_until }] });
    const other = await world.aSaver();
    await world.source.query(`update withdrawal_address set usable_at = now() + interval '1 hour' where user_id = $1`, [
      other.id,
    ]);
    await expect(world.withdraw(other)).rejects.toMatchObject({ code: 'withdrawals.address-held' });
  });

  it('waits for the last of several changes of the account', async () => {
    const saver = await world.aSaver();
    await world.source.query(
      `insert into account_security_event (user_id, kind, ip, device, at)
       values ($1, 'contact-changed', '', '', now()), ($1, 'password-changed', '', '', now())`,
      [saver.id],
    );
    const { holds, held_until: until } = await world.get(PreviewWithdrawal).facts(saver.id, USDT, 'en');
    const ends = new Map(holds.map((hold) => [hold.reason, hold.until]));
    // A new contact holds for 72 hours, a new password for 24.
    expect(String(ends.get('password')) < String(ends.get('contact'))).toBe(true);
    expect(until).toBe(ends.get('contact'));
    await expect(world.withdraw(saver)).rejects.toMatchObject({ code: 'withdrawals.held', parameters: { until } });
  });

  it.each([
    ['still run', 3, [{ reason: 'fund-password', hours: 21 }]],
    ['are over', 25, []],
  ])('waits for a change of the contact before a hundred others, whose holds %s', async (_what, ago, shorter) => {
    const saver = await world.aSaver();
    const [now, hour] = [Date.now(), 3_600_000];
    const others = Array.from({ length: 100 }, (_, count) => new Date(now - ago * hour - count * 108_000));
    await world.source.query(
      `insert into account_security_event (user_id, kind, ip, device, at)
       select $1, kind, '', '', at from unnest($2::text[], $3::timestamptz[]) as happened (kind, at)`,
      [
        saver.id,
        ['contact-changed', ...others.map(() => 'fund-password-changed')],
        [new Date(now - 30 * hour), ...others],
      ],
    );
    const ends = [...shorter, { reason: 'contact', hours: 42 }];
    expect(await world.get(GetHolds).execute(saver.id)).toEqual(
      ends.map(({ reason, hours }) => ({ reason, until: new Date(now + hours * hour) })),
    );
    const until = wireTime(new Date(now + 42 * hour));
    await expect(world.withdraw(saver)).rejects.toMatchObject({ code: 'withdrawals.held', parameters: { until } });
  });

  it("to another user's address, or to one that was deleted, is refused like one that is not there", async () => {
    const [saver, other] = [await world.aSaver(), await world.aSaver()];
    await expect(world.withdraw(saver, { addressId: other.addressId })).rejects.toMatchObject({
      code: 'withdrawals.address-missing',
    });
    await world.get(RemoveWithdrawalAddress).execute(saver.id, saver.addressId, HERE);
    await expect(world.withdraw(saver)).rejects.toMatchObject({ code: 'withdrawals.address-missing' });
    await expect(world.get(RemoveWithdrawalAddress).execute(saver.id, other.addressId, HERE)).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
  });

  it('happens once for one key, although its code is good once only', async () => {
    const saver = await world.aSaver();
    const proof = world.proof(await world.aCode(saver.id));
    const twice = [1, 2].map(() => world.withdraw(saver, { key: 'withdraw-1', proof }));
    await Promise.all(twice);
    await world.withdraw(saver, { key: 'withdraw-1', proof });
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    await expect(world.withdraw(saver, { key: 'withdraw-2', proof })).rejects.toMatchObject({
      code: 'account.code-wrong',
    });
  });

  it('is the same one under its key with another code or fund password, and another one with another amount', async () => {
    const saver = await world.aSaver();
    await world.withdraw(saver, { key: 'withdraw-1' });
    const fresh = world.proof(await world.aCode(saver.id));
    await world.withdraw(saver, { key: 'withdraw-1', proof: fresh });
    await world.withdraw(saver, { key: 'withdraw-1', proof: world.proof('', null) });
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    await expect(world.withdraw(saver, { key: 'withdraw-1', amount: '101', proof: fresh })).rejects.toMatchObject({
      code: 'request.key-reused',
    });
    // The code that was not needed is still good.
    await world.withdraw(saver, { key: 'withdraw-2', proof: fresh });
    expect(await world.money(saver.id)).toEqual({ spot: '800', frozen: '200' });
  });

  it('is not frozen half-way, nor released half-way', async () => {
    const saver = await world.aSaver();
    await world.source.query(
      `alter table wallet_act add constraint test_stop check (subject <> 'withdrawal') not valid`,
    );
    try {
      await expect(world.withdraw(saver)).rejects.toThrow('test_stop');
    } finally {
      await world.source.query('alter table wallet_act drop constraint test_stop');
    }
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await world.lastOf(saver.id)).toBeUndefined();
    const id = await world.aWithdrawal(saver);
    await world.source.query(
      `alter table wallet_act add constraint test_stop check (to_status <> 'rejected') not valid`,
    );
    try {
      await expect(world.reject(id)).rejects.toThrow('test_stop');
    } finally {
      await world.source.query('alter table wallet_act drop constraint test_stop');
    }
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });

  it('in cancel-only is neither taken nor released, but given back', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    try {
      await expect(world.withdraw(saver)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
      await expect(world.approve(id)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
      await world.cancel(id, saver.id);
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  });
});
