import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, type TestOperator } from '../../../test/factories/operators.js';
import { JobQueues } from '../../../platform/jobs/job-queues.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { SubmitDeposit } from '../../wallet/deposits/submit-deposit.js';
import { ClaimCase } from './claim-case.js';
import { DecideDepositCases } from './decide-deposit-cases.js';
import type { ActingOperator } from './acting-operator.js';
import { changesOf, wrongField } from '../administration/network-settings.rules.js';
import { textFor } from '../administration/deliver-notices.js';
import { SecondPerson } from './second-person.js';

let app: TestApp;
let source: DataSource;
let actors: ActingOperator[];
let user: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  const operators = await Promise.all(Array.from({ length: 4 }, () => anOperator(source, 'treasurer')));
  actors = operators.map(actorOf);
  user = await aUserId(source);
  await source.query(`update coin_network set deposit_minimum = 10 where chain = 'bank'`);
  await app.application.get(WalletCatalog).reload();
}, 60_000);

afterAll(() => closeInOrder(app));

function actorOf({ operatorId }: TestOperator): ActingOperator {
  return { ...COMMAND_LINE, operatorId, roles: ['treasurer'] };
}

async function aDeposit(amount = '10'): Promise<string> {
  const form = { userId: user, kind: 'chain' as const, currencyId: USDT, network: 'TRC20', sender: '', proof: null };
  await app.application
    .get(SubmitDeposit)
    .execute({ ...form, amount, hash: randomBytes(32).toString('hex'), key: null });
  const rows: { id: string }[] = await source.query('select max(id) as id from deposit');
  return rows[0]?.id ?? '';
}

/** A bank has no chain to ask: one operator credits it, by its reference. */
async function aBankDeposit(amount = '10'): Promise<string> {
  const proof = randomBytes(16).toString('hex');
  await source.query(
    `insert into upload (id, user_id, purpose, state, bytes, stored, created_at)
     values ($1, $2, 'deposit', 'waiting', 10, true, now())`,
    [proof, user],
  );
  const form = { userId: user, kind: 'bank' as const, currencyId: USDT, network: null, sender: '', proof, hash: null };
  await app.application.get(SubmitDeposit).execute({ ...form, amount, key: null });
  const rows: { id: string }[] = await source.query('select max(id) as id from deposit');
  return rows[0]?.id ?? '';
}

/** What its chain says of it, now. */
const says = (id: string, verdict: string | null) =>
  source.query('update deposit set chain_verdict = $2, looked_at = now() where id = $1', [id, verdict]);

/** What no chain confirms is credited with a reason. */
const SEEN = { reason: 'The money is on our account.' };
const claim = (actor: ActingOperator, id: string) =>
  app.application.get(ClaimCase).execute(actor, { kind: 'deposit', id });
const approve = (
  actor: ActingOperator,
  id: string,
  request: { amount?: string; reason?: string; transaction?: string } = SEEN,
) => app.application.get(DecideDepositCases).approve(actor, id, request);
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);

async function spot(): Promise<string> {
  const rows = await app.application.get(Ledger).balancesOf(user);
  return rows.find(({ kind }) => kind === 'spot')?.balance ?? '0';
}

it('of four who claim one case at the same moment one has it, fifty times', async () => {
  const id = await aDeposit();
  for (let round = 0; round < 50; round += 1) {
    const taken = await Promise.all(actors.map((actor) => claim(actor, id).then(() => actor, codeOf)));
    const holders = taken.filter((outcome) => typeof outcome !== 'string');
    expect(holders).toHaveLength(1);
    expect(taken.filter((outcome) => outcome === 'operations.case-claimed')).toHaveLength(3);
    const [holder] = holders as [ActingOperator];
    await app.application.get(ClaimCase).release(holder, { kind: 'deposit', id });
  }
}, 60_000);

it('a claim that has ended is anybody’s, and its former holder decides nothing', async () => {
  const [ann, bob] = actors as [ActingOperator, ActingOperator];
  const id = await aDeposit();
  await claim(ann, id);
  await source.query(
    `update operator_claim set claimed_at = now() - interval '20 minutes', held_until = now() - interval '1 second'
      where subject_id = $1`,
    [id],
  );
  await expect(approve(ann, id)).rejects.toMatchObject({ code: 'operations.claim-needed' });
  await expect(claim(bob, id)).resolves.toMatchObject({ operatorId: bob.operatorId });
  await expect(approve(ann, id)).rejects.toMatchObject({ code: 'operations.claim-needed' });
  await expect(approve(bob, id)).resolves.toEqual({ outcome: 'second-person' });
});

it('a holder who approves twice at once credits once', async () => {
  const [ann, bob] = actors as [ActingOperator, ActingOperator];
  const before = await spot();
  for (let round = 0; round < 10; round += 1) {
    const id = await aDeposit('10');
    await claim(bob, id);
    await approve(bob, id);
    await claim(ann, id);
    const outcomes = await Promise.all(
      [approve(ann, id), approve(ann, id)].map((act) => act.then(() => 'done', codeOf)),
    );
    expect(outcomes.sort()).toEqual(['done', 'operations.claim-needed']);
  }
  expect(Number(await spot()) - Number(before)).toBe(100);
});

it('against what its chain says a deposit is credited by two, each with a reason that the audit log keeps', async () => {
  const [ann, bob, cid] = actors as [ActingOperator, ActingOperator, ActingOperator];
  const id = await aDeposit('20');
  const before = await spot();
  const decides = async (actor: ActingOperator, reason?: string) => {
    await claim(actor, id);
    const outcome = await approve(actor, id, reason === undefined ? {} : { reason }).catch(codeOf);
    await app.application
      .get(ClaimCase)
      .release(actor, { kind: 'deposit', id })
      .catch(() => undefined);
    return outcome;
  };
  await says(id, 'confirming');
  expect(await decides(ann)).toBe('deposits.chain-objects');
  expect(await decides(ann, ' a ')).toBe('deposits.chain-objects');
  expect(await decides(ann, 'The sender showed the receipt.')).toEqual({ outcome: 'second-person' });
  expect(await decides(ann, 'Once more.')).toBe('wallet.second-person');
  // The chain says something else meanwhile: what was agreed to was another thing.
  await says(id, 'not-found');
  expect(await decides(bob, 'I saw the receipt, too.')).toEqual({ outcome: 'second-person' });
  expect(await spot()).toBe(before);
  expect(await decides(cid, 'The node is behind.')).toEqual({ outcome: 'done' });
  expect(Number(await spot()) - Number(before)).toBe(20);
  const lines = await source.query(
    `select detail->>'chainObjection' as objection, detail->>'reason' as reason from audit_entry
      where action = 'deposit.approve' and subject_id = $1 order by id`,
    [id],
  );
  expect(lines).toEqual([
    { objection: 'confirming', reason: 'The sender showed the receipt.' },
    { objection: 'not-found', reason: 'I saw the receipt, too.' },
    { objection: 'not-found', reason: 'The node is behind.' },
  ]);
});

it('what no chain was asked about is credited by two, each with a reason that the audit log keeps', async () => {
  const [ann, bob] = actors as [ActingOperator, ActingOperator];
  const id = await aDeposit('10');
  const before = Number(await spot());
  const decides = async (actor: ActingOperator, reason: string) => {
    await claim(actor, id);
    const outcome = await approve(actor, id, { reason }).then((view) => view.outcome, codeOf);
    await app.application
      .get(ClaimCase)
      .release(actor, { kind: 'deposit', id })
      .catch(() => undefined);
    return outcome;
  };
  expect(await decides(ann, '')).toBe('deposits.chain-objects');
  expect(await decides(ann, 'Seen in an explorer.')).toBe('second-person');
  expect(await decides(ann, 'Seen again.')).toBe('wallet.second-person');
  expect(await decides(bob, '')).toBe('deposits.chain-objects');
  expect(Number(await spot())).toBe(before);
  expect(await decides(bob, 'I saw it, too.')).toBe('done');
  expect(Number(await spot()) - before).toBe(10);
  const lines = await source.query(
    `select operator_id::text as by, detail->>'chainObjection' as objection, detail->>'reason' as reason,
            detail->>'outcome' as outcome
       from audit_entry where action = 'deposit.approve' and subject_id = $1 order by id`,
    [id],
  );
  const objection = 'not-asked';
  expect(lines).toEqual([
    { by: ann.operatorId, objection, reason: 'Seen in an explorer.', outcome: 'second-person' },
    { by: bob.operatorId, objection, reason: 'I saw it, too.', outcome: 'done' },
  ]);
});

it('one whose chain confirms it before a second one speaks needs no second one', async () => {
  const [ann, bob] = actors as [ActingOperator, ActingOperator];
  const id = await aDeposit('10');
  await claim(ann, id);
  await expect(approve(ann, id)).resolves.toEqual({ outcome: 'second-person' });
  await says(id, 'confirmed');
  await claim(bob, id);
  await expect(approve(bob, id, {})).resolves.toEqual({ outcome: 'done' });
});

describe('what one operator credits alone in a day, where there is no chain to ask', () => {
  let ann: ActingOperator;
  let bob: ActingOperator;
  let limits: { id: number; limit: string | null }[];

  beforeEach(async () => {
    const operators = [await anOperator(source, 'treasurer'), await anOperator(source, 'treasurer')];
    [ann, bob] = operators.map(actorOf) as [ActingOperator, ActingOperator];
    limits = await source.query('select id, second_person_above::text as limit from coin_network');
    await source.query('update coin_network set second_person_above = 100 where currency_id = $1', [USDT]);
  });
  afterEach(async () => {
    for (const { id, limit } of limits) {
      await source.query('update coin_network set second_person_above = $2 where id = $1', [id, limit]);
    }
  });

  async function decides(actor: ActingOperator, amount: string, verdict: string | null = null): Promise<string> {
    const id = await (verdict === null ? aBankDeposit(amount) : aDeposit(amount));
    if (verdict !== null) await says(id, verdict);
    await claim(actor, id);
    return approve(actor, id, { ...SEEN, transaction: `REF ${id}` }).then((view) => view.outcome, codeOf);
  }

  it('is as much as one deposit may have: many small ones take two as a large one does', async () => {
    expect(await decides(ann, '60')).toBe('done');
    expect(await decides(ann, '40')).toBe('done');
    expect(await decides(ann, '10')).toBe('second-person');
    // Each has a day of their own, and what two have credited counts for nobody.
    expect(await decides(bob, '90')).toBe('done');
  });

  it('does not count what a chain confirmed, nor what two credited, nor another day', async () => {
    expect(await decides(ann, '90', 'confirmed')).toBe('done');
    expect(await decides(ann, '90')).toBe('done');
    // A decided deposit is final: only time itself makes it yesterday's.
    await source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      const yesterday = `update deposit set updated_at = now() - interval '25 hours' where credited_by = $1`;
      await tx.query(yesterday, [ann.operatorId]);
    });
    expect(await decides(ann, '90')).toBe('done');
    expect(await decides(ann, '90', 'confirmed')).toBe('done');
    expect(await decides(ann, '11')).toBe('second-person');
  });

  it('is counted one at a time: of five at once as many are done as fit', async () => {
    const ids: string[] = [];
    while (ids.length < 5) ids.push(await aBankDeposit('40'));
    for (const id of ids) await claim(ann, id);
    const outcomes = await Promise.all(
      ids.map((id) => approve(ann, id, { ...SEEN, transaction: `REF ${id}` }).then((view) => view.outcome, codeOf)),
    );
    expect(outcomes.sort()).toEqual(['done', 'done', 'second-person', 'second-person', 'second-person']);
  });
});

describe('another amount than the user claims', () => {
  type Request = { amount?: string; reason?: string };

  async function aCase(verdict: string | null) {
    const isBank = verdict === 'a bank';
    const id = await (isBank ? aBankDeposit('20') : aDeposit('20'));
    const named = isBank ? { transaction: `REF ${id}` } : {};
    if (!isBank) await says(id, verdict);
    const before = Number(await spot());
    return {
      says: (next: string) => says(id, next),
      reasons: async (): Promise<(string | null)[]> => {
        const rows: { reason: string | null }[] = await source.query(
          `select detail->>'reason' as reason from audit_entry where action = 'deposit.approve' and subject_id = $1 order by id`,
          [id],
        );
        return rows.map(({ reason }) => reason);
      },
      credited: async () => Number(await spot()) - before,
      decides: async (actor: ActingOperator, request: Request) => {
        await claim(actor, id);
        const outcome = await approve(actor, id, { ...named, ...request }).then((view) => view.outcome, codeOf);
        await app.application
          .get(ClaimCase)
          .release(actor, { kind: 'deposit', id })
          .catch(() => undefined);
        return outcome;
      },
    };
  }

  it('takes two where it is more, although there is no chain to ask', async () => {
    const [ann, bob] = actors as [ActingOperator, ActingOperator];
    const { credited, decides } = await aCase('a bank');
    expect(await decides(ann, { amount: '20.000001', ...SEEN })).toBe('second-person');
    expect(await decides(ann, { amount: '20.000001', ...SEEN })).toBe('wallet.second-person');
    expect(await credited()).toBe(0);
    expect(await decides(bob, { amount: '20.000001', ...SEEN })).toBe('done');
    expect(await credited()).toBeCloseTo(20.000001);
  });

  it('keeps the reason of who named it', async () => {
    const [ann] = actors as [ActingOperator];
    const { decides, reasons } = await aCase(null);
    expect(await decides(ann, { amount: '20.5', reason: 'Two payments in one.' })).toBe('second-person');
    expect(await reasons()).toEqual(['Two payments in one.']);
  });

  it('takes no reason that is none, and one of each operator where the chain confirmed another amount meanwhile', async () => {
    const [ann, bob] = actors as [ActingOperator, ActingOperator];
    const { decides, reasons, credited, says } = await aCase(null);
    for (const reason of ['', '  a  ']) {
      expect(await decides(ann, { amount: '20.5', reason })).toBe('deposits.chain-objects');
    }
    expect(await decides(ann, { amount: '20.5', reason: 'Two payments in one.' })).toBe('second-person');
    await says('confirmed');
    expect(await decides(bob, { amount: '20.5' })).toBe('wallet.reason-required');
    expect(await credited()).toBe(0);
    expect(await decides(bob, { amount: '20.5', reason: 'The hash says so.' })).toBe('done');
    expect(await reasons()).toEqual(['Two payments in one.', 'The hash says so.']);
  });

  it('takes one where it is less or written otherwise, and there is no chain to ask', async () => {
    const [ann] = actors as [ActingOperator];
    for (const amount of ['19', '20.0']) {
      const { credited, decides } = await aCase('a bank');
      expect(await decides(ann, { amount, ...SEEN })).toBe('done');
      expect(await credited()).toBe(Number(amount));
    }
  });

  it.each(['19.5', '20.5'])('takes two with a reason where the chain confirmed the claim: %s', async (amount) => {
    const [ann, bob] = actors as [ActingOperator, ActingOperator];
    const { credited, decides } = await aCase('confirmed');
    expect(await decides(ann, { amount })).toBe('wallet.reason-required');
    expect(await decides(ann, { amount, reason: ' a ' })).toBe('wallet.reason-required');
    expect(await decides(ann, { amount, reason: 'The hash says so.' })).toBe('second-person');
    expect(await decides(bob, { amount })).toBe('wallet.reason-required');
    expect(await credited()).toBe(0);
    expect(await decides(bob, { amount, reason: 'I looked, too.' })).toBe('done');
    expect(await credited()).toBe(Number(amount));
    const lines = await source.query(
      `select detail->>'reason' as reason from audit_entry where action = 'deposit.approve' order by id desc limit 2`,
    );
    expect(lines).toEqual([{ reason: 'I looked, too.' }, { reason: 'The hash says so.' }]);
  });

  it('takes one where the chain confirmed it and it is the same', async () => {
    const [ann] = actors as [ActingOperator];
    const { credited, decides } = await aCase('confirmed');
    expect(await decides(ann, { amount: '20.00' })).toBe('done');
    expect(await credited()).toBe(20);
  });
});

describe('a deposit above the limit that its chain confirmed', () => {
  const FRESH = '1 minute';
  const STALE = '6 minutes';

  async function decidedBy(ann: ActingOperator, bob: ActingOperator, looks: [string, string][]): Promise<string[]> {
    const id = await aDeposit('20000');
    const outcomes: string[] = [];
    for (const [place, actor] of [ann, bob].entries()) {
      await source.query('update deposit set chain_verdict = $2, looked_at = now() - $3::interval where id = $1', [
        id,
        ...(looks[place] ?? []),
      ]);
      await claim(actor, id);
      outcomes.push(await approve(actor, id).then((view) => view.outcome, codeOf));
    }
    return outcomes;
  }

  it.each<[string, [string, string][], string]>([
    [
      'is old for the first alone',
      [
        ['confirmed', STALE],
        ['confirmed', FRESH],
      ],
      'done',
    ],
    [
      'is old for the second alone',
      [
        ['confirmed', FRESH],
        ['confirmed', STALE],
      ],
      'done',
    ],
    [
      'is old for both',
      [
        ['confirmed', STALE],
        ['confirmed', STALE],
      ],
      'done',
    ],
    [
      'is another one for the second',
      [
        ['confirmed', STALE],
        ['not-found', FRESH],
      ],
      'second-person',
    ],
  ])('is credited by two who agree, where its verdict %s', async (_what, looks, outcome) => {
    const [ann, bob] = actors as [ActingOperator, ActingOperator];
    expect(await decidedBy(ann, bob, looks)).toEqual(['second-person', outcome]);
  });
});

it('a deposit whose case is taken is looked up on its chain at once', async () => {
  const [ann, bob] = actors as [ActingOperator, ActingOperator];
  const id = await aDeposit();
  const added = jest.spyOn(app.application.get(JobQueues), 'add').mockResolvedValue(true);
  try {
    await claim(ann, id);
    await expect(claim(bob, id)).rejects.toMatchObject({ code: 'operations.case-claimed' });
    expect(added.mock.calls).toEqual([['deposits.look-at-one', { depositId: id }]]);
  } finally {
    added.mockRestore();
  }
});

it('what was handed in as a picture is credited by the transaction that both operators name', async () => {
  const [ann, bob, cid] = actors as [ActingOperator, ActingOperator, ActingOperator];
  const id = await aBankDeposit('100');
  const decides = async (actor: ActingOperator, transaction?: string) => {
    await claim(actor, id);
    const named = transaction === undefined ? {} : { transaction };
    const outcome = await approve(actor, id, { ...SEEN, amount: '101', ...named }).then((view) => view.outcome, codeOf);
    await app.application
      .get(ClaimCase)
      .release(actor, { kind: 'deposit', id })
      .catch(() => undefined);
    return outcome;
  };
  const before = Number(await spot());
  expect(await decides(ann)).toBe('deposits.transaction-required');
  expect(await decides(ann, 'ref 7')).toBe('second-person');
  // Another transaction is another proposal; the same in another spelling is not.
  expect(await decides(bob, 'ref 8')).toBe('second-person');
  expect(await decides(cid, ' REF  8 ')).toBe('done');
  expect(Number(await spot()) - before).toBe(101);
  const lines = await source.query(
    `select detail->>'transaction' as transaction from audit_entry where action = 'deposit.approve' and subject_id = $1 order by id`,
    [id],
  );
  expect(lines).toEqual([{ transaction: 'REF 7' }, { transaction: 'REF 8' }, { transaction: 'REF 8' }]);
});

it('an act whose line cannot be written does not happen', async () => {
  const [ann] = actors as [ActingOperator];
  const id = await aDeposit('15');
  await says(id, 'confirmed');
  await claim(ann, id);
  const before = await spot();
  const refuse = `create function refuse_line() returns trigger language plpgsql as 'begin raise exception ''full''; end'`;
  await source.query(refuse);
  await source.query(
    `create trigger refuse_line before insert on audit_entry for each row execute function refuse_line()`,
  );
  await expect(approve(ann, id)).rejects.toThrow('full');
  await source.query('drop trigger refuse_line on audit_entry');
  expect(await spot()).toBe(before);
  await expect(approve(ann, id)).resolves.toEqual({ outcome: 'done' });
});

it('of two second people at the same moment one confirms', async () => {
  const [ann, bob, cid] = actors as [ActingOperator, ActingOperator, ActingOperator];
  const second = app.application.get(SecondPerson);
  const transactions = app.application.get(Transactions);
  const asked = { kind: 'network-limit' as const, userId: null, detail: { secondPersonAbove: '1' }, reason: 'test' };
  for (let round = 0; round < 20; round += 1) {
    const subjectId = String(1000 + round);
    const id = await transactions.run((tx) => second.propose(tx, ann, { ...asked, subjectId }));
    const decide = (actor: ActingOperator) =>
      transactions.run(async (tx) => second.decide(tx, actor, await second.lock(tx, id), 'approved'));
    const outcomes = await Promise.all([bob, cid, ann].map((actor) => decide(actor).then(() => 'done', codeOf)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes[2]).not.toBe('done');
  }
});

describe('a network', () => {
  const network = {
    depositsOn: true,
    withdrawalsOn: true,
    depositMinimum: '10',
    withdrawalMinimum: '20',
    withdrawalFee: '1',
    withdrawalFeePercent: '0.5',
    confirmations: 12,
  };

  it.each([
    [{}, null],
    [{ depositMinimum: '0' }, null],
    [{ withdrawalMinimum: '0' }, 'withdrawalMinimum'],
    [{ withdrawalFee: '20' }, 'withdrawalFee'],
    [{ withdrawalFee: '10.000001' }, 'withdrawalFee'],
    [{ withdrawalFee: '10' }, null],
    [{ withdrawalFee: '0.0000001' }, 'withdrawalFee'],
    [{ depositMinimum: '1e3' }, 'depositMinimum'],
    [{ withdrawalFeePercent: '100' }, 'withdrawalFeePercent'],
    [{ withdrawalFeePercent: '5.000001' }, 'withdrawalFeePercent'],
    [{ withdrawalFeePercent: '5' }, null],
  ])('with %j is wrong in: %s', (change, field) => {
    expect(wrongField({ ...network, ...change }, 6)).toBe(field);
  });

  it('differs in what is another amount, not in how it is written', () => {
    expect(changesOf(network, { ...network, withdrawalFee: '1.00', depositsOn: false })).toEqual({
      depositsOn: { before: true, after: false },
    });
  });
});

it('a notice is read in the reader’s language, else in English, else in the first', () => {
  const text = (language: 'en' | 'zh' | 'ja') => ({ language, title: language, text: '' });
  expect(textFor([text('zh'), text('en')], 'zh')?.title).toBe('zh');
  expect(textFor([text('zh'), text('en')], 'th')?.title).toBe('en');
  expect(textFor([text('zh'), text('ja')], 'th')?.title).toBe('zh');
});
