import { Transactions } from '../../../platform/database/transactions.store.js';
import { violationsOf } from '../../../test/factories/books.js';
import { USDT } from '../../../test/factories/ledger.js';
import { ANNA, BERT, type Saver, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { ApproveWithdrawal } from './approve-withdrawal.js';
import { DecideWithdrawal } from './decide-withdrawal.js';
import { ListWithdrawals } from './list-withdrawals.js';
import { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';
import { PostponeWithdrawal } from './postpone-withdrawal.js';
import { RejectWithdrawal } from './reject-withdrawal.js';
import { WithdrawalsStore } from './withdrawals.store.js';

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('a decision', () => {
  it('has its user and its withdrawal to itself', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    const other = world.source.createQueryRunner();
    await other.connect();
    const isTaken = async (statement: string, of: string) => {
      const [answer] = await Promise.allSettled([other.query(`${statement} nowait`, [of])]);
      return answer?.status === 'rejected' && answer.reason.code === '55P03';
    };
    const seen: boolean[] = [];
    try {
      await world.get(DecideWithdrawal).run(id, ['review'], async () => {
        seen.push(await isTaken('select from account_user where id = $1 for no key update', saver.id));
        seen.push(await isTaken('select from withdrawal where id = $1 for update', id));
      });
      expect(seen).toEqual([true, true]);
      expect(await isTaken('select from withdrawal where id = $1 for update', id)).toBe(false);
    } finally {
      await other.release();
    }
  });

  it.each<[string, (saver: Saver, id: string) => Promise<unknown>]>([
    ['rejects', (_saver, id) => world.reject(id)],
    ['asks', (saver) => world.withdraw(saver, { amount: '60' })],
  ])('has its user first: whoever %s waits for the user with nothing of a withdrawal', async (_what, act) => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver, { amount: '50' });
    const other = world.source.createQueryRunner();
    await other.startTransaction();
    const ended: unknown[] = [];
    try {
      await other.query('select from account_user where id = $1 for no key update', [saver.id]);
      const waiting = act(saver, id);
      void waiting.then(
        () => ended.push('done'),
        (error) => ended.push(error),
      );
      for (let blocked = 0; blocked === 0 && ended.length === 0; ) {
        [{ blocked }] = await world.source.query(
          `select count(*)::integer as blocked from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
      }
      expect(ended).toEqual([]);
      await other.query('select from withdrawal where id = $1 for update nowait', [id]);
      await other.commitTransaction();
      await waiting;
    } finally {
      if (other.isTransactionActive) await other.rollbackTransaction();
      await other.release();
    }
  });

  it('within a transaction that is open goes with it', async () => {
    const saver = await world.aSaver();
    const [asked, released] = [await world.aWithdrawal(saver), await world.aWithdrawal(saver)];
    await world.approve(released);
    const undone = new Error('undone');
    const undo = (work: Parameters<Transactions['run']>[0]) =>
      expect(
        world.transaction(async (tx) => {
          await work(tx);
          throw undone;
        }),
      ).rejects.toBe(undone);
    await undo((tx) =>
      world.get(RejectWithdrawal).execute({ withdrawalId: asked, operatorId: ANNA, reason: 'No' }, tx),
    );
    await undo((tx) => world.get(ApproveWithdrawal).execute({ withdrawalId: asked, operatorId: ANNA }, tx));
    await world.send(released);
    const payment = { withdrawalId: released, operatorId: ANNA, transaction: 'ab'.padStart(64, '3') };
    await undo((tx) => world.get(MarkWithdrawalPaid).execute(payment, tx));
    expect((await world.rowOf(asked)).status).toBe('review');
    expect((await world.rowOf(released)).status).toBe('approved');
    expect(await world.money(saver.id)).toEqual({ spot: '800', frozen: '200' });
  });

  it('tells the user each time what moved, and of the withdrawal in versions that follow each other', async () => {
    const saver = await world.aSaver();
    const [paid, back] = [await world.aWithdrawal(saver), await world.aWithdrawal(saver, { amount: '40' })];
    await world.approve(paid);
    await world.pay(paid);
    await world.reject(back);
    const events: { kind: string; payload: Record<string, unknown> }[] = await world.source.query(
      `select kind, payload from outbox where user_id = $1 and kind in ('balance', 'withdrawal') order by sequence`,
      [saver.id],
    );
    const summaries = events
      .filter(({ payload }) => payload.reason !== 'deposits.credit')
      .map(({ kind, payload }) =>
        kind === 'balance'
          ? [payload.account, payload.delta, payload.reason]
          : [payload.withdrawalId, payload.state, payload.entityVersion],
      );
    expect(summaries.slice(summaries.findIndex(([, delta]) => delta === '-100'))).toEqual([
      ['spot', '-100', 'withdrawals.freeze'],
      ['spot_frozen', '100', 'withdrawals.freeze'],
      [paid, 'pending', 1],
      ['spot', '-40', 'withdrawals.freeze'],
      ['spot_frozen', '40', 'withdrawals.freeze'],
      [back, 'pending', 1],
      [paid, 'approved', 2],
      ['spot_frozen', '-100', 'withdrawals.pay'],
      [paid, 'paid', 3],
      ['spot', '40', 'withdrawals.return'],
      ['spot_frozen', '-40', 'withdrawals.return'],
      [back, 'rejected', 2],
    ]);
  });

  it('is in the record with its own steps alone', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.source.query(
      `insert into wallet_act (subject, subject_id, from_status, to_status, operator_id, at)
       values ('deposit', $1, 'pending', 'approved', $2, now())`,
      [id, ANNA],
    );
    const detail = await world.get(ListWithdrawals).detail(saver.id, id);
    expect(detail.steps.map(({ state }) => state)).toEqual(['review']);
  });
});

describe('two operators', () => {
  it('are needed anew where the first one counts no more', async () => {
    const saver = await world.aSaver({ funds: '20000' });
    const id = await world.aWithdrawal(saver, { amount: '10001' });
    expect(await world.approve(id, ANNA)).toBe('second-person');
    const approve = { withdrawalId: id, operatorId: BERT, isFirstVoid: true };
    expect(await world.get(ApproveWithdrawal).execute(approve)).toBe('second-person');
    expect((await world.rowOf(id)).first_approved_by).toBe(BERT);
    await expect(world.approve(id, BERT)).rejects.toMatchObject({ code: 'wallet.second-person' });
    expect(await world.approve(id, ANNA)).toBe('released');
  });

  it('are needed above the limit that is set now, whatever a process remembers of it', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    const [before] = await world.source.query('select coin_network_id as id from withdrawal where id = $1', [id]);
    const set = (limit: unknown) =>
      world.source.query('update coin_network set second_person_above = $2 where id = $1 returning id', [
        before.id,
        limit,
      ]);
    const [was] = await world.source.query('select second_person_above as limit from coin_network where id = $1', [
      before.id,
    ]);
    await set('99');
    try {
      expect(await world.approve(id, '61')).toBe('second-person');
    } finally {
      await set(was.limit);
    }
  });

  it.each([
    ['the same operator', '51', '51'],
    ['another one', '52', '53'],
  ])('are not two where the first one counts no more and one is enough by then: %s', async (_who, first, alone) => {
    const saver = await world.aSaver({ funds: '20000' });
    const [before, id] = [
      await world.aWithdrawal(saver, { amount: '9950' }),
      await world.aWithdrawal(saver, { amount: '60' }),
    ];
    expect(await world.approve(before, first)).toBe('released');
    expect(await world.approve(id, first)).toBe('second-person');
    // The day after: what was released before is yesterday's.
    await world.rewrite(
      `update wallet_act set at = at - interval '1 day' where subject = 'withdrawal' and subject_id = $1`,
      [before],
    );
    await world.rewrite(`update withdrawal set released_at = released_at - interval '1 day' where id = $1`, [before]);
    const approval = { withdrawalId: id, operatorId: alone, isFirstVoid: true };
    expect(await world.get(ApproveWithdrawal).execute(approval)).toBe('released');
    expect(await world.rowOf(id)).toMatchObject({ first_approved_by: null, released_by: alone });
    // It is one operator's alone, in the caps of a day, too.
    const used = async (person: string) => {
      const rows: { used: string }[] = await world.source.query(
        `select trim_scale(wallet_cap_used('payout', $1, date_trunc('day', clock_timestamp(), 'UTC'), $2))::text as used`,
        [USDT, person],
      );
      return rows[0]?.used;
    };
    expect(await used(alone)).toBe('60');
    if (first !== alone) expect(await used(first)).toBe('0');
    expect(await world.transaction<string>((tx) => world.get(WithdrawalsStore).releasedAlone(tx, alone, USDT))).toBe(
      '60',
    );
    const violations = await world.source.transaction((tx) => violationsOf(tx, 'M10'));
    expect(violations).toEqual([]);
  });

  it('are each within the own cap: it is beyond it with what the first one has released, too', async () => {
    const [first, second] = ['31', '32'];
    const saver = await world.aSaver({ funds: '60000' });
    const caps = async (values: [string, string]) =>
      world.source.query('update adjustment_cap set payout_by_person = $2, payout_by_all = $3 where currency_id = $1', [
        USDT,
        ...values,
      ]);
    const [before] = await world.source.query(
      'select payout_by_person as person, payout_by_all as all from adjustment_cap where currency_id = $1',
      [USDT],
    );
    await caps(['10500', '1000000']);
    try {
      const small = await world.aWithdrawal(saver, { amount: '600' });
      expect(await world.approve(small, first)).toBe('released');
      const large = await world.aWithdrawal(saver, { amount: '10001' });
      const approve = (operatorId: string) =>
        world.get(ApproveWithdrawal).execute({ withdrawalId: large, operatorId, mayWait: true });
      expect(await approve(first)).toBe('second-person');
      expect(await approve(second)).toBe('waits');
    } finally {
      await caps([before.person, before.all]);
    }
  });
});

describe('what an operator has released alone', () => {
  const alone = (operatorId: string, currencyId = USDT) =>
    world.transaction<string>((tx) => world.get(WithdrawalsStore).releasedAlone(tx, operatorId, currencyId));

  it('is of the coin, of this operator and of nothing but releases', async () => {
    const saver = await world.aSaver();
    expect(await alone('41')).toBe('0');
    const [one, other] = [await world.aWithdrawal(saver, { amount: '70' }), await world.aWithdrawal(saver)];
    await world.approve(one, '41');
    await world.approve(other, '42');
    await world
      .get(RejectWithdrawal)
      .execute({ withdrawalId: other, operatorId: '41', reason: 'No', isTakenBack: true });
    await world.source.query(
      `insert into wallet_act (subject, subject_id, from_status, to_status, operator_id, at)
       values ('deposit', $1, 'pending', 'approved', '41', now())`,
      [other],
    );
    expect(await alone('41')).toBe('70');
    expect(await alone('41', 1)).toBe('0');
    expect(await alone('42')).toBe('100');
  });

  it('is of a day that begins at midnight of UTC', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.approve(id, '43');
    const move = (instant: string) =>
      world.rewrite(
        `update wallet_act set at = date_trunc('day', now(), 'UTC') ${instant}
          where subject = 'withdrawal' and subject_id = $1 and to_status = 'approved'`,
        [id],
      );
    await move('');
    expect(await alone('43')).toBe('100');
    await move(`- interval '1 microsecond'`);
    expect(await alone('43')).toBe('0');
  });
});

describe('what waits', () => {
  const postpone = () => world.get(PostponeWithdrawal);
  const until = new Date(2_000_000_000_000);

  it('is that withdrawal alone, and nothing that was decided', async () => {
    const saver = await world.aSaver();
    const [id, other, gone] = [
      await world.aWithdrawal(saver),
      await world.aWithdrawal(saver),
      await world.aWithdrawal(saver),
    ];
    await world.rewrite('update withdrawal set first_approved_by = 7 where id = any($1)', [[id, other, gone]]);
    await world.reject(gone);
    const waits = async () =>
      Promise.all(
        [id, other, gone].map(async (one) => {
          const { waits_until: instant, first_approved_by: first } = await world.rowOf(one);
          return [instant, first];
        }),
      );
    for (const one of [id, gone]) await world.transaction((tx) => postpone().execute(tx, one, until));
    expect(await waits()).toEqual([
      [until, '7'],
      [null, '7'],
      [null, '7'],
    ]);
    await expect(world.transaction((tx) => postpone().assertNone(tx, id))).rejects.toMatchObject({
      code: 'operations.act-waits',
    });
    for (const one of [other, gone]) await world.transaction((tx) => postpone().assertNone(tx, one));
    for (const one of [id, gone]) await world.transaction((tx) => postpone().undo(tx, one));
    expect(await waits()).toEqual([
      [null, null],
      [null, '7'],
      [null, '7'],
    ]);
  });

  it('waits no more once it was decided otherwise', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.transaction((tx) => postpone().execute(tx, id, until));
    await world.reject(id);
    await world.transaction((tx) => postpone().assertNone(tx, id));
  });

  it('goes beyond the cap of a person from the very instant that was announced', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.transaction((tx) => postpone().execute(tx, id, until));
    const [{ person }] = await world.source.query(
      'select payout_by_person as person from adjustment_cap where currency_id = $1',
      [USDT],
    );
    const set = (value: unknown) =>
      world.source.query('update adjustment_cap set payout_by_person = $2 where currency_id = $1', [USDT, value]);
    // Nothing of it stays: the act and what the user is told are not of the store.
    const undone = new Error('undone');
    const release = (at: Date) =>
      world.transaction(async (tx) => {
        const { status, version } = await world
          .get(WithdrawalsStore)
          .release(tx, id, { operatorId: '44', isFirstVoid: false, at });
        expect([status, version]).toEqual(['approved', 2]);
        throw undone;
      });
    await set('1');
    try {
      await expect(release(new Date(Number(until) - 1))).rejects.toMatchObject({ code: 'wallet.day-cap' });
      await expect(release(until)).rejects.toBe(undone);
    } finally {
      await set(person);
    }
  });
});

describe('what a release was held against', () => {
  it('stays on the row as it was when it is paid, and is not taken once more', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.approve(id, '45');
    const storedRelease = async () => {
      const { released_by: by, released_at: at, cap_by_person: person, cap_by_all: all } = await world.rowOf(id);
      return { by, at, person, all };
    };
    const before = await storedRelease();
    expect(before).toMatchObject({ by: '45', at: expect.any(Date) });
    const [caps] = await world.source.query(
      'select payout_by_person, payout_by_all from adjustment_cap where currency_id = $1',
      [USDT],
    );
    const set = (person: unknown, all: unknown) =>
      world.source.query('update adjustment_cap set payout_by_person = $2, payout_by_all = $3 where currency_id = $1', [
        USDT,
        person,
        all,
      ]);
    await set('1', '1');
    try {
      await world.pay(id);
    } finally {
      await set(caps.payout_by_person, caps.payout_by_all);
    }
    expect(await storedRelease()).toEqual(before);
  });

  it('another failure than a cap is that failure', async () => {
    const id = await world.aWithdrawal(await world.aSaver());
    const nobody = world.transaction((tx) =>
      world.get(WithdrawalsStore).release(tx, id, { operatorId: null as never, isFirstVoid: false, at: new Date() }),
    );
    await expect(nobody).rejects.toThrow('without a name');
  });
});
