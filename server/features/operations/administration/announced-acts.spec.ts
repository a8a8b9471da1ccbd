import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { decideBy } from '../../../test/database.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from '../../../test/factories/operators.js';
import type { AnnouncedActView, OperatorRole } from '../../../contract/operations/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { MailSender, type Message } from '../../../platform/messages/messages.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { ManageOperators } from '../operators/manage-operators.js';
import { AnnouncedActs, AnnouncedActsStore } from '../review/index.js';
import { NotifyAdministrators } from './notify-administrators.js';
import { CarryOutAnnouncedActs } from './carry-out-announced-acts.js';
import { AnnouncedWork } from './announced-work.js';

const HOUR_MS = 60 * 60_000;
let networks = 0;
let app: TestApp;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let admin: TestOperator;
let settings: TestOperator;
/** Who sees what became of everything. */
let auditor: TestOperator;
let passed = 0;

/** The product's clock runs on, and jumps where a test lets time pass. */
const withJumps = (application: TestApp['application']) => {
  const clock = application.get(Clock);
  const now = clock.now.bind(clock);
  clock.now = () => now() + passed;
};

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', OPERATIONS_WAIT_MINUTES: '60' }, undefined, withJumps);
  source = app.owner;
  // The limits that are agreed on here are of any coin, and all within what one may release.
  await source.query('update adjustment_cap set payout_by_person = 1000000, payout_by_all = 1000000');
  ann = await anOperator(source, 'treasurer', 'settings');
  bob = await anOperator(source, 'treasurer', 'settings');
  admin = await anOperator(source, 'administrator');
  settings = await anOperator(source, 'settings');
  auditor = await anOperator(source, 'auditor');
}, 60_000);
afterAll(() => app?.close());
beforeEach(() => {
  jest.restoreAllMocks();
});

const desk = (by: TestOperator, path: string, body?: object): Promise<DeskReply> =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const carryOut = () => app.application.get(CarryOutAnnouncedActs).execute();
/** As if everybody had just called. */
const stayLoggedIn = () =>
  source.query(`update operator_session set last_used_at = $1, expires_at = $1::timestamptz + interval '12 hours'`, [
    new Date(app.application.get(Clock).now()),
  ]);
async function somebody(...roles: OperatorRole[]): Promise<TestOperator> {
  const operator = await anOperator(source, ...roles);
  await stayLoggedIn();
  return operator;
}
async function timePasses(): Promise<void> {
  passed += HOUR_MS + 1000;
  await stayLoggedIn();
}
async function hourPasses(): Promise<void> {
  await timePasses();
  await carryOut();
}
const waiting = async (): Promise<AnnouncedActView[]> =>
  ((await desk(admin, 'announced?limit=100')).message as { list: AnnouncedActView[] }).list;
const whole = async (id: string): Promise<AnnouncedActView | undefined> =>
  ((await desk(auditor, 'announced?limit=100&status=all')).message as { list: AnnouncedActView[] }).list.find(
    (act) => act.id === id,
  );
const newest = async (): Promise<AnnouncedActView> => {
  const list = ((await desk(auditor, 'announced?limit=100&status=all')).message as { list: AnnouncedActView[] }).list;
  return list.reduce((last, act) => (BigInt(act.id) > BigInt(last.id) ? act : last));
};

/** A promise, and how it comes true. */
function aGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

async function aNetwork(): Promise<string> {
  const rows: { id: string }[] = await source.query(
    `select id::text from coin_network where chain <> 'bank'
      order by id offset $1 % (select count(*) from coin_network where chain <> 'bank') limit 1`,
    [networks++],
  );
  return rows[0]?.id ?? '';
}
async function networkRow(id: string): Promise<Record<string, unknown>> {
  const [row]: Record<string, unknown>[] = await source.query(
    `select trim_scale(withdrawal_fee)::text as fee, withdrawals_on as "withdrawalsOn",
            trim_scale(second_person_above)::text as above from coin_network where id = $1`,
    [id],
  );
  return row as Record<string, unknown>;
}

async function limitOf(network: string, above: string): Promise<{ proposal: string; reply: DeskReply }> {
  const asked = await desk(ann, `networks/${network}/limit`, { secondPersonAbove: above, reason: 'As agreed' });
  const proposal = (asked.message as { id: string }).id;
  return { proposal, reply: await desk(bob, `proposals/${proposal}/approve`, {}) };
}

describe('a setting that touches money', () => {
  it('takes effect an hour after two agreed on it, not a second earlier, and once', async () => {
    const network = await aNetwork();
    const before = await networkRow(network);
    const { proposal, reply } = await limitOf(network, '4321');
    const { dueAt } = reply.message as { dueAt: number };
    const act = await newest();
    expect(act).toMatchObject({
      kind: 'network-limit',
      subjectId: network,
      detail: { secondPersonAbove: '4321' },
      proposalId: proposal,
      proposedBy: ann.login,
      approvedBy: bob.login,
      status: 'waiting',
      dueAt,
    });
    expect(act.dueAt - act.beganAt).toBe(HOUR_MS);
    jest.spyOn(app.application.get(Clock), 'now').mockReturnValue(act.dueAt - 1);
    await carryOut();
    expect(await networkRow(network)).toEqual(before);
    jest.restoreAllMocks();
    await timePasses();
    await Promise.all([carryOut(), carryOut(), carryOut()]);
    await carryOut();
    expect(await networkRow(network)).toEqual({ ...before, above: '4321' });
    expect(await whole(act.id)).toMatchObject({ status: 'done', endReason: null });
    const lines: { action: string; operator: string }[] = await source.query(
      `select action, operator from audit_entry where subject = 'announced-act' and subject_id = $1`,
      [act.id],
    );
    expect(lines).toEqual([{ action: 'announced-act.done', operator: 'worker' }]);
    const { list } = (await desk(auditor, 'proposals?status=approved&limit=100')).message as { list: { id: string }[] };
    expect(list.find(({ id }) => id === proposal)).toMatchObject({
      status: 'approved',
      announced: { id: act.id, dueAt, status: 'done' },
    });
  });

  it('is not hurried by a process whose clock is ahead', async () => {
    const network = await aNetwork();
    await limitOf(network, '4444');
    const { id } = await newest();
    passed += 2 * HOUR_MS;
    // What the product's own database says of the time, whatever the process thinks.
    await decideBy('own', (text) => source.query(text));
    await carryOut();
    await decideBy('callers', (text) => source.query(text));
    await stayLoggedIn();
    expect(await whole(id)).toMatchObject({ status: 'waiting' });
    expect(await networkRow(network)).not.toMatchObject({ above: '4444' });
    await desk(admin, `announced/${id}/stop`, { reason: 'Done with it' });
  });

  it.each([
    ['deposit-banks', { bankName: 'First', cardNumber: '6222020000000001', cardHolder: 'Ann' }, 'deposit_bank'],
    ['networks/:id/pool', { addresses: ['0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe'] }, 'deposit_pool'],
  ])('%s: users are given nothing of it before', async (path, body, table) => {
    const [{ id } = { id: '' }]: { id: string }[] = await source.query(
      `select id::text from coin_network where chain = 'ethereum' limit 1`,
    );
    const count = async () => {
      const [row]: { count: string }[] = await source.query(`select count(*) as count from ${table}`);
      return row?.count;
    };
    const before = await count();
    const asked = await desk(ann, path.replace(':id', id), { ...body, reason: 'As agreed' });
    await desk(bob, `proposals/${(asked.message as { id: string }).id}/approve`, {});
    expect(await count()).toBe(before);
    await hourPasses();
    expect(await count()).not.toBe(before);
  });

  it('of one network is switched off at once, and its fee waits', async () => {
    const network = await aNetwork();
    const { fee } = await networkRow(network);
    const wanted = {
      withdrawalsOn: false,
      withdrawalFee: '0.00000001',
      withdrawalMinimum: '1000',
      reason: 'Node is down',
    };
    const { dueAt } = (await desk(settings, `networks/${network}`, wanted)).message as { dueAt: number | null };
    expect(await networkRow(network)).toMatchObject({ withdrawalsOn: false, fee });
    const act = await newest();
    expect(act).toMatchObject({ kind: 'network-change', dueAt, approvedBy: null, proposedBy: settings.login });
    await hourPasses();
    expect(await networkRow(network)).toMatchObject({ withdrawalsOn: false, fee: '0.00000001' });
    expect((await desk(settings, `networks/${network}`, { withdrawalsOn: true, reason: 'Up' })).message).not.toEqual({
      dueAt: null,
    });
    expect(await networkRow(network)).toMatchObject({ withdrawalsOn: false });
    await hourPasses();
    expect(await networkRow(network)).toMatchObject({ withdrawalsOn: true });
  });

  it('is refused at the approval where what is stored is not what it has to be', async () => {
    const network = await aNetwork();
    const asked = await desk(ann, `networks/${network}/limit`, { secondPersonAbove: '5', reason: 'As agreed' });
    const { id } = asked.message as { id: string };
    await source.query(
      `set session_replication_role = replica;
       update operator_proposal set detail = '{"secondPersonAbove": 5}' where id = ${id};
       set session_replication_role = origin`,
    );
    expect(await desk(bob, `proposals/${id}/approve`, {})).toMatchObject({ code: 'request.invalid' });
    expect(await desk(bob, `proposals/${id}/reject`, { reason: 'Odd' })).toMatchObject({ type: 'ok' });
  });

  it('is refused at once where it can never be, and judged again when it takes effect', async () => {
    const network = await aNetwork();
    const change = (fields: object) => desk(settings, `networks/${network}`, { ...fields, reason: 'As agreed' });
    expect(await change({ withdrawalFeePercent: '5.1' })).toMatchObject({ code: 'request.invalid' });
    await change({ withdrawalFee: '7', withdrawalMinimum: '14' });
    expect(await change({ withdrawalMinimum: '14', withdrawalFee: '7' })).toMatchObject({
      code: 'operations.act-waits',
    });
    const act = await newest();
    await source.query('update coin_network set withdrawal_fee = 7, withdrawal_minimum = 14 where id = $1', [network]);
    await hourPasses();
    expect(await whole(act.id)).toMatchObject({ status: 'failed', endReason: 'operations.nothing-changed' });
  });

  it('does not wait where the installation says so', () => {
    const isOn = (NODE_ENV: string, minutes: number) =>
      new AnnouncedActs(app.application.get(AnnouncedActsStore), app.application.get(Clock), {
        values: { OPERATIONS_WAIT_MINUTES: minutes, NODE_ENV },
      } as ConstructorParameters<typeof AnnouncedActs>[2]).isOn;
    expect([isOn('production', -1), isOn('production', 0), isOn('development', -1), isOn('test', 5)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('every administrator', () => {
  const sent: Message[] = [];
  const isDown = { value: false };
  const notifyAll = () => app.application.get(NotifyAdministrators).execute();
  beforeEach(async () => {
    const { values } = app.application.get(Config);
    values.OPERATIONS_MAIL = [];
    await source.query(
      `update operator_announced_act set told_at = now() where status = 'waiting' and told_at is null`,
    );
    sent.length = 0;
    jest.spyOn(app.application.get(MailSender), 'send').mockImplementation(async (message) => {
      if (isDown.value || message.to.startsWith('refused')) throw new Error('the mail server is down');
      sent.push(message);
    });
  });

  it('is sent word of it once, without what a stranger could use', async () => {
    const { values } = app.application.get(Config);
    const network = await aNetwork();
    const { reply } = await limitOf(network, '86421');
    await notifyAll();
    expect(sent).toEqual([]);
    values.OPERATIONS_MAIL = ['one@example.com', 'two@example.com'];
    isDown.value = true;
    await expect(notifyAll()).rejects.toThrow('Nobody was told');
    isDown.value = false;
    await notifyAll();
    await notifyAll();
    expect(sent.map(({ to }) => to)).toEqual(['one@example.com', 'two@example.com']);
    const text = `${sent[0]?.subject} ${sent[0]?.text}`;
    expect(text).toContain(new Date((reply.message as { dueAt: number }).dueAt).toISOString());
    expect(text).toContain(ann.login);
    expect(text).toContain(bob.login);
    expect(text).not.toContain('86421');
  });

  it('is told once although the address of another one is refused', async () => {
    app.application.get(Config).values.OPERATIONS_MAIL = ['refused@example.com', 'two@example.com'];
    await limitOf(await aNetwork(), '97531');
    await notifyAll();
    await notifyAll();
    expect(sent.map(({ to }) => to)).toEqual(['two@example.com']);
  });
});

describe('what waits', () => {
  it('is stopped by one administrator with a reason, for good', async () => {
    const network = await aNetwork();
    const before = await networkRow(network);
    await limitOf(network, '999');
    const { id } = await newest();
    const stop = (by: TestOperator, reason?: string) => desk(by, `announced/${id}/stop`, reason ? { reason } : {});
    for (const by of [ann, bob, settings]) expect(await stop(by, 'No')).toMatchObject({ code: 'access.forbidden' });
    expect(await stop(admin)).toMatchObject({ code: 'request.invalid' });
    expect(await stop(admin, 'Nobody told me')).toMatchObject({ type: 'ok' });
    expect(await stop(admin, 'Nobody told me')).toMatchObject({ code: 'operations.act-ended' });
    await hourPasses();
    expect(await networkRow(network)).toEqual(before);
    expect(await whole(id)).toMatchObject({ status: 'stopped', stoppedBy: admin.login, endReason: 'Nobody told me' });
    expect(await desk(admin, 'announced/999999/stop', { reason: 'None' })).toMatchObject({
      code: 'operations.not-found',
    });
  });

  it('to switch something on is ended by whoever switches it off, though it is off still', async () => {
    const network = await aNetwork();
    const change = (fields: object) => desk(settings, `networks/${network}`, { ...fields, reason: 'Keys are stolen' });
    await change({ withdrawalsOn: false });
    await change({ withdrawalsOn: true, withdrawalFee: '0.00000002', withdrawalMinimum: '2000' });
    const { id } = await newest();
    // The other switch of the network lets it go on.
    await change({ depositsOn: false });
    expect(await whole(id)).toMatchObject({ status: 'waiting' });
    expect(await change({ withdrawalsOn: false })).toMatchObject({ type: 'ok', message: { dueAt: null } });
    expect(await whole(id)).toMatchObject({
      status: 'stopped',
      stoppedBy: settings.login,
      endReason: 'Keys are stolen',
    });
    const lines: { action: string; operatorId: string }[] = await source.query(
      `select action, operator_id::text as "operatorId" from audit_entry where subject = 'announced-act' and subject_id = $1`,
      [id],
    );
    expect(lines).toEqual([{ action: 'announced-act.stop', operatorId: settings.operatorId }]);
    expect(await change({ withdrawalsOn: false })).toMatchObject({ code: 'operations.nothing-changed' });
    await hourPasses();
    expect(await networkRow(network)).toMatchObject({ withdrawalsOn: false });
    await source.query('update coin_network set withdrawals_on = true, deposits_on = true where id = $1', [network]);
  });

  it('to switch something on is ended also where it is announced while the other one waits for the network', async () => {
    const network = await aNetwork();
    const change = (fields: object) => desk(settings, `networks/${network}`, { ...fields, reason: 'Keys are stolen' });
    await change({ withdrawalsOn: false });
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from coin_network where id = $1 for update', [network]);
    const off = change({ withdrawalsOn: false });
    let waits: unknown[] = [];
    while (waits.length === 0) {
      waits = await source.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    }
    await runner.query(
      `insert into operator_announced_act (kind, subject_id, detail, reason, proposed_by, proposed_at, began_at, due_at)
       values ('network-change', $1, '{"withdrawalsOn": true}', 'Up', $2, now(), now(), now() + interval '1 hour')`,
      [network, settings.operatorId],
    );
    await runner.commitTransaction();
    await runner.release();
    expect(await off).toMatchObject({ type: 'ok' });
    expect(await newest()).toMatchObject({ status: 'stopped', subjectId: network });
    await source.query('update coin_network set withdrawals_on = true where id = $1', [network]);
  });

  it('is either stopped or done, whoever is first', async () => {
    const network = await aNetwork();
    await limitOf(network, '555');
    const { id } = await newest();
    await timePasses();
    const [stopped] = await Promise.all([desk(admin, `announced/${id}/stop`, { reason: 'Wait' }), carryOut()]);
    await carryOut();
    const { above } = await networkRow(network);
    const act = await whole(id);
    expect([act?.status, stopped.type, above === '555']).toEqual(
      stopped.type === 'ok' ? ['stopped', 'ok', false] : ['done', 'error', true],
    );
  });

  it('is counted for everybody at the desk, and never hurried, changed or removed in the database', async () => {
    const network = await aNetwork();
    await limitOf(network, '777');
    const { id } = await newest();
    const { queues } = (await desk(settings, 'queues')).message as { queues: { kind: string; waiting: number }[] };
    expect(queues.find(({ kind }) => kind === 'announced')?.waiting).toBe((await waiting()).length);
    for (const change of [
      "set due_at = began_at + interval '1 second'",
      `set detail = '{"secondPersonAbove": null}'`,
      'set told_at = began_at, reason = reason || reason',
      `set status = 'done', ended_at = began_at`,
    ]) {
      await expect(source.query(`update operator_announced_act ${change} where id = $1`, [id])).rejects.toThrow();
    }
    await expect(source.query('delete from operator_announced_act where id = $1', [id])).rejects.toThrow();
    await hourPasses();
    await expect(
      source.query(`update operator_announced_act set status = 'waiting', ended_at = null where id = $1`, [id]),
    ).rejects.toThrow();
  });

  it('is done once although a process broke off in the middle, and does not keep others', async () => {
    const [broken, other] = [await aNetwork(), await aNetwork()];
    const before = await networkRow(broken);
    await limitOf(broken, '111');
    const { id } = await newest();
    await limitOf(other, '222');
    const work = app.application.get(AnnouncedWork);
    const carry = work.carryOut.bind(work);
    jest.spyOn(work, 'carryOut').mockImplementation(async (tx, actor, act) => {
      await carry(tx, actor, act);
      if (act.id === id) throw new Error('the process is gone');
    });
    await hourPasses();
    expect(await networkRow(broken)).toEqual(before);
    expect(await whole(id)).toMatchObject({ status: 'waiting' });
    expect(await networkRow(other)).toMatchObject({ above: '222' });
    jest.restoreAllMocks();
    await carryOut();
    expect(await networkRow(broken)).toMatchObject({ above: '111' });
    const lines: unknown[] = await source.query(
      `select 1 from audit_entry where subject = 'announced-act' and subject_id = $1`,
      [id],
    );
    expect(lines).toHaveLength(1);
  });

  it.each(['proposer', 'approver'] as const)('goes with the access of its %s', async (who) => {
    const [one, two] = [await somebody('settings'), await somebody('settings')];
    const network = await aNetwork();
    const asked = await desk(one, `networks/${network}/limit`, { secondPersonAbove: '1', reason: 'As agreed' });
    await desk(two, `proposals/${(asked.message as { id: string }).id}/approve`, {});
    const { id } = await newest();
    await app.application
      .get(ManageOperators)
      .setDisabled(COMMAND_LINE, (who === 'proposer' ? one : two).operatorId, true);
    await hourPasses();
    expect(await whole(id)).toMatchObject({ status: 'failed', endReason: 'operations.proposer-gone' });
    expect(await networkRow(network)).not.toMatchObject({ above: '1' });
  });

  it.each(['proposer', 'approver'] as const)(
    'goes with the access of its %s, also while that is being changed',
    async (who) => {
      const [one, two] = [await somebody('settings'), await somebody('settings')];
      const network = await aNetwork();
      const asked = await desk(one, `networks/${network}/limit`, { secondPersonAbove: '2', reason: 'As agreed' });
      await desk(two, `proposals/${(asked.message as { id: string }).id}/approve`, {});
      const { id } = await newest();
      await timePasses();
      const [changed, met] = [aGate(), aGate()];
      const changing = source.transaction(async (tx) => {
        const changedId = (who === 'proposer' ? one : two).operatorId;
        await tx.query(`update operator set roles = '{settings,support}' where id = $1`, [changedId]);
        // By the product's clock, which has jumped.
        await tx.query('insert into operator_change (operator_id, changed_at) values ($1, $2)', [
          changedId,
          new Date(app.application.get(Clock).now()),
        ]);
        changed.resolve();
        await met.promise;
      });
      await changed.promise;
      const carriedOut = carryOut();
      let waits: unknown[] = [];
      while (waits.length === 0) {
        waits = await source.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      }
      met.resolve();
      await changing;
      await carriedOut;
      expect(await whole(id)).toMatchObject({ status: 'failed', endReason: 'operations.proposer-gone' });
      expect(await networkRow(network)).not.toMatchObject({ above: '2' });
    },
  );

  it('is carried out by a worker that starts later', async () => {
    const network = await aNetwork();
    await limitOf(network, '333');
    await timePasses();
    const worker = await bootApp(
      { ROLES: 'worker', LOG_LEVEL: 'silent', OPERATIONS_WAIT_MINUTES: '60' },
      app.database,
      withJumps,
    );
    try {
      for (let look = 0; look < 200 && (await networkRow(network)).above !== '333'; look += 1) {
        await new Promise((done) => setTimeout(done, 100));
      }
      expect(await networkRow(network)).toMatchObject({ above: '333' });
    } finally {
      await worker.application.close();
    }
  }, 60_000);
});

describe('a change by hand', () => {
  const spotOf = async (userId: string): Promise<string> => {
    const rows: { balance: string }[] = await source.query(
      `select trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and kind = 'spot' and currency_id = $2`,
      [userId, USDT],
    );
    return rows[0]?.balance ?? '0';
  };
  let pair: [TestOperator, TestOperator];
  async function adjust(userId: string, amount: string): Promise<DeskReply> {
    const body = { userId, account: 'spot', currencyId: USDT, amount, reason: 'Goodwill' };
    const asked = await desk(pair[0], 'adjustments', body);
    return asked.type === 'ok' ? desk(pair[1], `proposals/${(asked.message as { id: string }).id}/approve`, {}) : asked;
  }
  const broken = async () =>
    (await app.application.get(CheckBooks).execute()).filter(({ rows }) => rows.length > 0).map(({ name }) => name);

  beforeEach(async () => {
    pair = [await somebody('treasurer'), await somebody('treasurer')];
    await source.query(
      `set session_replication_role = replica;
       update wallet_adjustment set booked_at = booked_at - interval '1 day' where booked_at is not null;
       update deposit set word_at = word_at - interval '1 day' where word_at is not null;
       set session_replication_role = origin`,
    );
    await source.query('update adjustment_cap set by_person = 100, by_all = 250 where currency_id = $1', [USDT]);
  });

  it('within the caps is booked at once; beyond a person’s cap it waits an hour; never beyond that of all', async () => {
    const userId = await aUserId(source);
    expect((await adjust(userId, '60')).message).toMatchObject({ dueAt: null });
    expect(await spotOf(userId)).toBe('60');
    expect((await adjust(userId, '41')).message).toMatchObject({ dueAt: expect.any(Number) });
    expect((await adjust(userId, '130')).message).toMatchObject({ dueAt: expect.any(Number) });
    expect(await spotOf(userId)).toBe('60');
    const [second, first] = (await waiting()).slice(-2).reverse();
    expect([first, second]).toMatchObject([
      { kind: 'adjustment', userId, detail: { amount: '41' } },
      { kind: 'adjustment', userId, detail: { amount: '130' } },
    ]);
    await hourPasses();
    expect(await spotOf(userId)).toBe('231');
    expect(await adjust(userId, '20')).toMatchObject({ code: 'wallet.adjustment-cap' });
    expect(await adjust(userId, '251')).toMatchObject({ code: 'wallet.adjustment-cap' });
    expect(await broken()).toEqual([]);
  });

  it('that all have used up meanwhile moves nothing', async () => {
    const userId = await aUserId(source);
    await adjust(userId, '200');
    const act = await newest();
    pair = [await somebody('treasurer'), await somebody('treasurer')];
    expect((await adjust(userId, '100')).message).toMatchObject({ dueAt: null });
    await hourPasses();
    expect(await whole(act.id)).toMatchObject({ status: 'failed', endReason: 'wallet.adjustment-cap' });
    expect(await spotOf(userId)).toBe('100');
    expect(await broken()).toEqual([]);
  });

  it('is stopped by one administrator, and can be proposed anew', async () => {
    const userId = await aUserId(source);
    await adjust(userId, '150');
    const { id, subjectId } = await newest();
    expect(await desk(admin, `announced/${id}/stop`, { reason: 'Who is that' })).toMatchObject({ type: 'ok' });
    expect(
      await source.query('select status, decided_by from wallet_adjustment where id = $1', [subjectId]),
    ).toMatchObject([{ status: 'rejected', decided_by: admin.operatorId }]);
    await hourPasses();
    expect(await spotOf(userId)).toBe('0');
    await adjust(userId, '150');
    await Promise.all([hourPasses(), carryOut(), carryOut()]);
    expect(await spotOf(userId)).toBe('150');
  });

  it('is not booked earlier by whoever writes the rows', async () => {
    const userId = await aUserId(source);
    await adjust(userId, '150');
    const { subjectId } = await newest();
    const book = `update wallet_adjustment set status = 'booked', decided_by = $2, decided_at = $3`;
    const now = new Date(app.application.get(Clock).now());
    await expect(source.query(`${book} where id = $1`, [subjectId, pair[1].operatorId, now])).rejects.toThrow(
      'a cap of the day is reached',
    );
    await expect(
      source.query(`${book}, waits_until = $3 where id = $1`, [subjectId, pair[1].operatorId, now]),
    ).rejects.toThrow('what waits is not hurried');
    await hourPasses();
    expect(await spotOf(userId)).toBe('150');
  });

  describe('as a credit against its chain', () => {
    async function aDeposit(userId: string, amount: string): Promise<string> {
      const rows: { id: string }[] = await source.query(
        `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, tx_hash, chain, sender,
           confirmations_needed, created_at, updated_at)
         values ($1, $2, 'chain', $3, $3, encode(sha256(random()::text::bytea), 'hex'), 'ethereum', '', 12, now(), now()) returning id`,
        [userId, USDT, amount],
      );
      await source.query(`update deposit set chain_verdict = 'not-found' where id = $1`, [rows[0]?.id]);
      return rows[0]?.id ?? '';
    }
    async function approve(by: TestOperator, id: string): Promise<DeskReply> {
      await desk(by, `deposits/${id}/claim`, {});
      return desk(by, `deposits/${id}/approve`, { reason: 'Seen in the explorer' });
    }

    it('waits, too, and is credited once', async () => {
      const userId = await aUserId(source);
      const id = await aDeposit(userId, '180');
      expect((await approve(pair[0], id)).message).toEqual({ outcome: 'second-person' });
      expect((await approve(pair[1], id)).message).toEqual({ outcome: 'announced' });
      const { dueAt } = await newest();
      const { deposit } = (await desk(pair[0], `deposits/${id}`)).message as { deposit: object };
      expect(deposit).toMatchObject({ status: 'review', creditedFrom: dueAt });
      expect(await spotOf(userId)).toBe('0');
      expect((await approve(pair[0], id)).message).toEqual({ outcome: 'second-person' });
      expect(await approve(pair[1], id)).toMatchObject({ code: 'operations.act-waits' });
      await Promise.all([hourPasses(), carryOut()]);
      expect(await spotOf(userId)).toBe('180');
      expect(await broken()).toEqual([]);
    });

    it('that two agreed on at a desk of the version before, which said nothing of a chain without a node, is credited', async () => {
      const userId = await aUserId(source);
      const id = await aDeposit(userId, '180');
      await source.query('update deposit set chain_verdict = null where id = $1', [id]);
      for (const by of pair) await approve(by, id);
      const act = await newest();
      await source.query(
        `set session_replication_role = replica;
         update operator_announced_act set detail = detail - 'chainObjection' where id = ${Number(act.id)};
         update operator_proposal set detail = detail - 'chainObjection' where kind = 'deposit' and subject_id = '${Number(id)}';
         set session_replication_role = origin`,
      );
      await hourPasses();
      expect(await whole(act.id)).toMatchObject({ status: 'done' });
      expect(await spotOf(userId)).toBe('180');
    });

    it('is stopped, and its deposit waits for a decision as before', async () => {
      const userId = await aUserId(source);
      const id = await aDeposit(userId, '180');
      for (const by of pair) await approve(by, id);
      const act = await newest();
      expect(act).toMatchObject({ kind: 'deposit', subjectId: id });
      await desk(admin, `announced/${act.id}/stop`, { reason: 'Who is that' });
      await hourPasses();
      expect(await source.query('select status, word_waits_until from deposit where id = $1', [id])).toEqual([
        { status: 'review', word_waits_until: null },
      ]);
      expect(await spotOf(userId)).toBe('0');
    });

    it('is tried again where its chain confirmed it meanwhile and its node is silent now', async () => {
      const userId = await aUserId(source);
      const id = await aDeposit(userId, '180');
      for (const by of pair) await approve(by, id);
      const act = await newest();
      const confirmed = async (agoMs: number) =>
        source.query(`update deposit set chain_verdict = 'confirmed', looked_at = $2 where id = $1`, [
          id,
          new Date(app.application.get(Clock).now() - agoMs),
        ]);
      await timePasses();
      await confirmed(HOUR_MS);
      await carryOut();
      expect(await whole(act.id)).toMatchObject({ status: 'waiting' });
      expect(await spotOf(userId)).toBe('0');
      await confirmed(0);
      await carryOut();
      expect(await whole(act.id)).toMatchObject({ status: 'done' });
      expect(await spotOf(userId)).toBe('180');
    });

    it('is refused when it takes effect where the deposit was rejected meanwhile', async () => {
      const userId = await aUserId(source);
      const id = await aDeposit(userId, '180');
      for (const by of pair) await approve(by, id);
      const act = await newest();
      await desk(pair[0], `deposits/${id}/claim`, {});
      await desk(pair[0], `deposits/${id}/reject`, { reason: 'Not ours' });
      await hourPasses();
      expect(await whole(act.id)).toMatchObject({ status: 'failed', endReason: 'wallet.decided' });
      expect(await spotOf(userId)).toBe('0');
    });
  });
});
