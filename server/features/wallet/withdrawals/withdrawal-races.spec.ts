import { DataSource } from 'typeorm';
import { deadlocksOf } from '../../../test/deadlocks.js';
import { agreeOnCredit } from '../../../test/factories/credits.js';
import { anOperator } from '../../../test/factories/operators.js';
import { aRecoveryCode, giveAuthenticators } from '../../../test/factories/recovery-codes.js';
import { SecretBox } from '../../account/users/index.js';
import { USDT } from '../../../test/factories/ledger.js';
import { ANNA, BERT, PIN, type Saver, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { RemoveWithdrawalAddress } from '../address-book/remove-withdrawal-address.js';
import { TransferMoney } from '../balances/transfer-money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ApproveDeposit } from '../deposits/index.js';
import { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';

const HERE = { ip: '127.0.0.1', userAgent: 'test' };

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

/** Pairs of commands that meet, as many as RACES says; 50 by default. */
describe('at the same time', () => {
  const RACES = Number(process.env.RACES ?? 50);
  const won = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length;
  const refusals = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code ?? String(result.reason)] : []));

  async function race(name: string, pair: (index: number) => Promise<void>): Promise<void> {
    for (let index = 0; index < RACES; index += 5) {
      await Promise.all(Array.from({ length: 5 }, (_, offset) => pair(index + offset)));
    }
    const deadlocks = await deadlocksOf(world.source, world.get(DataSource));
    expect({ name, deadlocks }).toEqual({ name, deadlocks: 0 });
  }

  /** Both carry a code that is good, as two devices would. */
  const withdrawTwice = async (saver: Saver, amount: string) => {
    const proof = world.proof(await world.aCode(saver.id));
    return Promise.allSettled([
      world.withdraw(saver, { amount, proof, key: `first-${saver.id}` }),
      world.withdraw(saver, { amount, proof, key: `second-${saver.id}` }),
    ]);
  };

  it('two withdrawals with one code: one goes on', async () => {
    await race('withdraw, withdraw', async () => {
      const saver = await world.aSaver();
      const results = await withdrawTwice(saver, '600');
      expect(won(results)).toBe(1);
      expect(refusals(results)).toEqual(['account.code-wrong']);
      expect(await world.money(saver.id)).toEqual({ spot: '400', frozen: '600' });
    });
  });

  it('twelve copies of one withdrawal are one, and each is told the same, right or wrong', async () => {
    const copies = async (saver: Saver, fundPassword: string, key: string | null) => {
      const proof = world.proof(await world.aCode(saver.id), fundPassword);
      return Promise.allSettled(Array.from({ length: 12 }, () => world.withdraw(saver, { proof, key })));
    };
    for (const key of ['twelve-copies', null]) {
      const saver = await world.aSaver();
      expect(won(await copies(saver, PIN, key))).toBe(12);
      expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
      // Twelve copies of a wrong one are one wrong try, which locks nothing.
      const wrong = await copies(saver, '918273', key === null ? null : 'twelve-wrong-copies');
      expect(refusals(wrong)).toEqual(Array.from({ length: 12 }, () => 'account.fund-password-wrong'));
      expect(won(await copies(saver, PIN, key === null ? null : 'twelve-again'))).toBe(12);
      expect(await world.money(saver.id)).toEqual({ spot: '800', frozen: '200' });
    }
  });

  it('a withdrawal and a transfer of the same money: one goes on', async () => {
    await race('withdraw, transfer', async (index) => {
      const saver = await world.aSaver();
      const results = await Promise.allSettled([
        world.withdraw(saver, { amount: '600' }),
        world.get(TransferMoney).execute({
          userId: saver.id,
          from: 'spot',
          to: 'contract',
          currencyId: USDT,
          amount: '600',
          key: `race-${index}-00`,
        }),
      ]);
      expect(won(results)).toBe(1);
      expect((await world.money(saver.id)).spot).toBe('400');
    });
  });

  it('the fourth of the day, four at once: one place, one goes on', async () => {
    // Of the next day too, should midnight come between here and the race: past the trigger, which says which day it is.
    const seeded = (saver: Saver) =>
      world.source.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(
          `insert into withdrawal (user_id, currency_id, coin_network_id, address_id, destination, amount, fee,
             verified_level, local_day, chain, created_at, updated_at)
           select a.user_id, 3, a.coin_network_id, a.id, jsonb_build_object('address', a.address), 10, 0, 1,
             (now() at time zone 'UTC')::date + day, 'tron', now(), now()
             from withdrawal_address a, generate_series(1, 2), generate_series(0, 1) day where a.id = $1 returning id`,
          [saver.addressId],
        );
      });
    await world.source.query('alter table withdrawal disable trigger withdrawal_guard');
    await race('fourth of the day', async () => {
      const saver = await world.aSaver();
      await world.source.query(`delete from account_code where target = $1`, [`user:${saver.id}`]);
      await seeded(saver);
      // Each brings a proof of its own, so that only the count decides.
      await giveAuthenticators(world.source, world.get(SecretBox), [saver.id]);
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map((n) =>
          world.withdraw(saver, { key: `place-${n}-${saver.id}`, proof: world.proof(aRecoveryCode()) }),
        ),
      );
      expect(won(results)).toBe(1);
      expect(new Set(refusals(results))).toEqual(new Set(['withdrawals.too-many-today']));
      // The two that were put there hold no money: they are taken away for the books.
      await world.source.query('delete from withdrawal where user_id = $1 and amount = 10', [saver.id]);
    });
    await world.source.query('alter table withdrawal enable trigger withdrawal_guard');
  });

  it('release, rejection and cancellation of one withdrawal: one goes on', async () => {
    await race('decisions', async () => {
      const saver = await world.aSaver();
      const id = await world.aWithdrawal(saver);
      const results = await Promise.allSettled([
        world.approve(id),
        world.cancel(id, saver.id),
        world.approve(id, BERT),
        world.cancel(id, saver.id),
      ]);
      const { status } = await world.lastOf(saver.id);
      expect(['approved', 'cancelled']).toContain(status);
      // Two cancellations of one client are one command.
      expect(won(results)).toBe(status === 'approved' ? 1 : 2);
      expect((await world.money(saver.id)).frozen).toBe(status === 'approved' ? '100' : '0');
    });
  });

  it('an address deleted while money is sent to it: one of the two orders', async () => {
    await race('delete, withdraw', async () => {
      const saver = await world.aSaver();
      const [, withdrawal] = await Promise.allSettled([
        world.get(RemoveWithdrawalAddress).execute(saver.id, saver.addressId, HERE),
        world.withdraw(saver),
      ]);
      const { frozen } = await world.money(saver.id);
      expect(frozen).toBe(withdrawal.status === 'fulfilled' ? '100' : '0');
    });
  });
});

/** One comes first and has not ended when the other begins; whichever it is, the other is refused. */
describe('one transaction that pays a withdrawal and is credited as a deposit', () => {
  let paid = 0;

  async function aPair() {
    const hash = (paid += 1).toString(16).padStart(64, 'e');
    const [saver, other] = [await world.aSaver(), await world.aSaver()];
    const withdrawal = await world.aWithdrawal(saver);
    await world.approve(withdrawal);
    await world.send(withdrawal);
    const [claim]: { id: string }[] = await world.source.query(
      `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, created_at, updated_at)
       values ($1, $2, 'chain', 50, 50, $3, now(), now()) returning id`,
      [other.id, USDT, `photo of ${hash}`],
    );
    const [one, two] = [await anOperator(world.source, 'treasurer'), await anOperator(world.source, 'treasurer')];
    const by = { proposedBy: one.operatorId, operatorId: two.operatorId };
    const credited = async (tx: Transaction) => {
      const credit = { depositId: claim?.id ?? '', ...by, transaction: hash };
      await agreeOnCredit(tx, credit);
      await world.get(ApproveDeposit).execute({ ...credit, overruled: 'not-asked' }, tx);
    };
    const credit = (tx?: Transaction) =>
      (tx ? credited(tx) : world.get(Transactions).run(credited)).then(
        () => 'credited',
        ({ code }: { code: string }) => code,
      );
    const pay = (tx?: Transaction) =>
      world
        .get(MarkWithdrawalPaid)
        .execute({ withdrawalId: withdrawal, operatorId: ANNA, transaction: hash }, tx)
        .then(
          () => 'paid',
          ({ code }: { code: string }) => code,
        );
    return { credit, pay };
  }

  function aSignal(): { given: Promise<void>; give: () => void } {
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => (give = resolve));
    return { given, give: () => give() };
  }

  /** Until it has ended, or waits for somebody. */
  async function endedOrWaiting(work: Promise<unknown>): Promise<void> {
    const ended = work.then(() => true);
    for (;;) {
      const [{ waiting }]: [{ waiting: number }] = await world.source.query(
        `select count(*)::integer as waiting from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where not l.granted and a.datname = current_database()`,
      );
      if (waiting > 0) return;
      if (await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5, false))])) return;
    }
  }

  it.each([
    ['credit', 'pay', 'credited', 'withdrawals.transaction-used'],
    ['pay', 'credit', 'paid', 'deposits.hash-used'],
  ] as const)('does what comes first: %s, and then not %s', async (first, second, done, refused) => {
    const pair = await aPair();
    const [begun, looked] = [aSignal(), aSignal()];
    const earlier = world.transaction(async (tx) => {
      const outcome = await pair[first](tx);
      begun.give();
      await looked.given;
      return outcome;
    });
    await Promise.race([begun.given, earlier]);
    const later = pair[second]();
    await endedOrWaiting(later);
    looked.give();
    expect([await earlier, await later]).toEqual([done, refused]);
  });
});
