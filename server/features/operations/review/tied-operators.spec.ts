import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { anOperator } from '../../../test/factories/operators.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { COMMAND_LINE } from '../audit/actor.js';
import { ManageOperators } from '../operators/manage-operators.js';
import type { ActingOperator } from './acting-operator.js';
import { SecondPerson } from './second-person.js';

const TIED = 'operations.second-person-tied';

let app: TestApp;
let source: DataSource;
let things = 5000;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', SECOND_PERSON_HOURS: '72' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());

const manage = () => app.application.get(ManageOperators);
const acting = (operatorId: string): ActingOperator => ({ ...COMMAND_LINE, operatorId, roles: ['treasurer'] });
const somebody = async (): Promise<ActingOperator> => acting((await anOperator(source, 'treasurer')).operatorId);
async function madeBy(maker: ActingOperator): Promise<ActingOperator> {
  const { operator } = await manage().add(maker, `made-${++things}`, ['treasurer', 'administrator']);
  await comesIn(operator.id);
  return acting(operator.id);
}
/** With an authenticator, which is made before the one-time password is used up, and a password of their own. */
async function comesIn(operatorId: string): Promise<void> {
  await source.query(`update operator set totp_secret = coalesce(totp_secret, 'made') where id = $1`, [operatorId]);
  await source.query('update operator set one_time_until = null where id = $1', [operatorId]);
}

/** A promise, and how it comes true. */
function aGate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** What becomes of a proposal of the one when the other approves it. */
async function together(proposer: ActingOperator, approver: ActingOperator): Promise<string> {
  const second = app.application.get(SecondPerson);
  const transactions = app.application.get(Transactions);
  const subjectId = String(++things);
  const asked = { kind: 'network-limit' as const, userId: null, subjectId, detail: { secondPersonAbove: '1' } };
  const id = await transactions.run((tx) => second.propose(tx, proposer, { ...asked, reason: 'test' }));
  return transactions
    .run(async (tx) => second.decide(tx, approver, await second.lock(tx, id), 'approved'))
    .then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
}

/** Everything so far happened some hours earlier. */
const hoursPass = (hours: number) =>
  source.query(
    `set session_replication_role = replica;
     update operator_change set changed_at = changed_at - interval '${hours} hours';
     set session_replication_role = origin`,
  );

describe('one person is no two persons', () => {
  it('two operators that one administrator made confirm nothing of each other, nor of the administrator', async () => {
    const admin = await somebody();
    const [one, other] = [await madeBy(admin), await madeBy(admin)];
    for (const [proposer, approver] of [
      [one, other],
      [admin, one],
      [one, admin],
    ] as const) {
      expect(await together(proposer, approver)).toBe(TIED);
    }
  });

  it('not by way of a third one either', async () => {
    const admin = await somebody();
    const between = await madeBy(admin);
    expect(await together(await madeBy(between), await madeBy(admin))).toBe(TIED);
  });

  it.each([
    ['reset', (admin: ActingOperator, id: string) => manage().reset(admin, id)],
    ['given roles', (admin: ActingOperator, id: string) => manage().setRoles(admin, id, ['treasurer', 'support'])],
    [
      'enabled again',
      async (admin: ActingOperator, id: string) => {
        await manage().setDisabled(COMMAND_LINE, id, true);
        await manage().setDisabled(admin, id, false);
      },
    ],
  ])('who was %s is not, for as long as is set', async (_what, change) => {
    const [admin, victim, third] = [await somebody(), await somebody(), await somebody()];
    await change(admin, victim.operatorId);
    await comesIn(victim.operatorId);
    expect(await together(admin, victim)).toBe(TIED);
    expect(await together(victim, admin)).toBe(TIED);
    expect(await together(victim, third)).toBe('done');
    expect(await together(third, admin)).toBe('done');
    await hoursPass(71);
    expect(await together(victim, admin)).toBe(TIED);
    await hoursPass(2);
    expect(await together(victim, admin)).toBe('done');
  });

  it('the first ones come from the command line, and are two at once', async () => {
    const [one, other] = [await madeBy(COMMAND_LINE as ActingOperator), await madeBy(COMMAND_LINE as ActingOperator)];
    expect(await together(one, other)).toBe('done');
  });

  it('disabling somebody ties nobody', async () => {
    const [admin, other] = [await somebody(), await somebody()];
    await manage().setDisabled(admin, other.operatorId, true);
    await manage().setDisabled(COMMAND_LINE, other.operatorId, false);
    expect(await together(admin, other)).toBe('done');
  });

  it('what was kept of it is written once', async () => {
    const admin = await somebody();
    await madeBy(admin);
    await expect(source.query('delete from operator_change where changed_by = $1', [admin.operatorId])).rejects.toThrow(
      'written once',
    );
  });
});

describe('the second person is who they are when they decide, not when they asked', () => {
  const second = () => app.application.get(SecondPerson);
  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.application.get(Transactions).run(work);
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const asked = (subjectId: string) => ({
    kind: 'network-limit' as const,
    userId: null,
    subjectId,
    detail: { secondPersonAbove: '1' },
    reason: 'test',
  });
  const ways: [string, (one: ActingOperator, other: ActingOperator) => Promise<unknown>][] = [
    [
      'decides',
      async (one, other) => {
        const id = await run((tx) => second().propose(tx, one, asked(String(++things))));
        return run(async (tx) => second().decide(tx, other, await second().lock(tx, id), 'approved'));
      },
    ],
    [
      'refuses',
      async (one, other) => {
        const id = await run((tx) => second().propose(tx, one, asked(String(++things))));
        return run(async (tx) => second().decide(tx, other, await second().lock(tx, id), 'rejected'));
      },
    ],
    [
      'confirms',
      async (one, other) => {
        const subjectId = String(++things);
        await run((tx) => second().confirm(tx, one, { ...asked(subjectId), reasonMin: 0 }));
        return run((tx) => second().confirm(tx, other, { ...asked(subjectId), reasonMin: 0 }));
      },
    ],
    [
      'begins at a case',
      (_one, other) => run((tx) => second().open(tx, other, { kind: 'network-limit', subjectId: String(++things) })),
    ],
    ['is somebody else', (one, other) => run((tx) => second().assertOther(tx, other, [one.operatorId]))],
  ];
  const losses: [string, (operatorId: string) => Promise<unknown>][] = [
    ['was disabled', (id) => manage().setDisabled(COMMAND_LINE, id, true)],
    ['was reset', (id) => manage().reset(COMMAND_LINE, id)],
    ['is no treasurer any more', (id) => manage().setRoles(COMMAND_LINE, id, ['support'])],
  ];

  it.each(ways.flatMap(([way, act]) => losses.map(([loss, lose]) => [way, loss, act, lose] as const)))(
    'who %s and %s meanwhile does not',
    async (_way, _loss, act, lose) => {
      const [one, other] = [await somebody(), await somebody()];
      expect(await code(act(one, other))).toBe('done');
      await lose(other.operatorId);
      expect(await code(act(one, other))).toBe('access.forbidden');
    },
  );

  it('and stays so until it is done: what changes their access waits', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const id = await run((tx) => second().propose(tx, one, asked(String(++things))));
    const change = (operatorId: string) =>
      source.query('select from operator where id = $1 for no key update nowait', [operatorId]);
    const [decided, looked] = [aGate(), aGate()];
    const deciding = run(async (tx) => {
      await second().decide(tx, other, await second().lock(tx, id), 'approved');
      decided.resolve();
      await looked.promise;
    });
    await decided.promise;
    for (const { operatorId } of [one, other]) {
      await expect(change(operatorId)).rejects.toMatchObject({ code: '55P03' });
    }
    looked.resolve();
    await deciding;
    for (const { operatorId } of [one, other]) await change(operatorId);
  });
});
