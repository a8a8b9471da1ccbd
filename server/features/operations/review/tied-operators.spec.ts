import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { anOperator } from '../../../test/factories/operators.js';
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
  return acting(operator.id);
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
