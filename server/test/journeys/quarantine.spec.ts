import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { BooksCheckView, BooksView, QuarantineList } from '../../contract/operations/books.dto.js';
import { CheckBooks, TradingMode } from '../../features/wallet/ledger/index.js';
import { CheckRound } from '../../features/wallet/ledger/check-round.js';
import { bootApp } from '../app.js';
import { DeskWorld, QUARANTINE_SUBJECTS } from '../factories/desk-world.js';
import { aUserId, fund } from '../factories/ledger.js';
import type { TestOperator } from '../factories/operators.js';

const REASON = 'The row cannot be put right.';

let world: DeskWorld;
let one: string;
let other: string;

beforeAll(async () => {
  Logger.overrideLogger(false);
  world = await DeskWorld.open();
  [one, other] = [await aUserId(world.source), await aUserId(world.source)];
  for (const user of [one, other]) {
    await fund(world.source, user, '100', { kind: 'spot', demo: true });
    await fund(world.source, user, '100');
  }
}, 60_000);

afterAll(() => world?.close());

/** Somebody with every right writes a balance: a row that the check keeps finding. */
async function tamper(user: string, by: number, demo = true): Promise<void> {
  await world.source.query(
    `update ledger_account set balance = balance + $2 where owner_id = $1 and kind = 'spot' and demo = $3`,
    [user, by, demo],
  );
}

async function violations(name = 'L04') {
  const { invariants } = (await world.desk(world.auditor, 'books/verify', {})).message as BooksCheckView;
  const found = invariants.find((invariant) => invariant.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

const trading = async () => ((await world.desk(world.ann, 'books')).message as BooksView).trading;
const approve = (by: TestOperator, id: string) => world.desk(by, `proposals/${id}/approve`, {});

async function propose(by: TestOperator, path: string, body: object): Promise<string> {
  const reply = await world.desk(by, path, { ...body, reason: REASON });
  expect(reply).toMatchObject({ type: 'ok' });
  return (reply.message as { id: string }).id;
}

async function quarantine(rows: { fingerprint: string }[]): Promise<void> {
  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  const id = await propose(world.ann, 'books/quarantine', { invariant: 'L04', fingerprints });
  expect(await approve(world.auditor, id)).toMatchObject({ type: 'ok' });
}

async function reopen(book: 'real' | 'demo'): Promise<unknown> {
  const id = await propose(world.ann, 'books/reopen', { book });
  const reply = await approve(world.bob, id);
  if (reply.type !== 'ok') await world.desk(world.ann, `proposals/${id}/reject`, { reason: REASON });
  return reply;
}

it('a violation of demo money is let stand by two operators, and demo trading is reopened by two', async () => {
  await tamper(one, 5);
  const { rows, mayQuarantine } = await violations();
  expect([mayQuarantine, rows]).toMatchObject([true, [{ book: 'demo', details: { balance: expect.any(String) } }]]);
  expect(await trading()).toMatchObject({ real: { mode: 'open' }, demo: { mode: 'cancel-only' } });
  expect(await reopen('demo')).toMatchObject({ code: 'operations.books-broken' });

  const fingerprints = rows.map(({ fingerprint }) => fingerprint);
  const wanted = { invariant: 'L04', fingerprints };
  for (const by of [world.settings, world.reviewer]) {
    expect(await world.desk(by, 'books/quarantine', { ...wanted, reason: REASON })).toMatchObject({
      code: 'access.forbidden',
    });
  }
  const id = await propose(world.ann, 'books/quarantine', wanted);
  expect(await approve(world.ann, id)).toMatchObject({ code: 'wallet.second-person' });
  expect(await approve(world.settings, id)).toMatchObject({ code: 'access.forbidden' });
  expect((await violations()).rows).toHaveLength(1);
  expect(await approve(world.auditor, id)).toMatchObject({ type: 'ok' });

  expect(await violations()).toMatchObject({ holds: true, rows: [], quarantined: rows });
  expect((await world.desk(world.auditor, 'books/quarantine')).message).toMatchObject({
    total: 1,
    list: [
      { invariant: 'L04', ...rows[0], reason: REASON, proposedBy: world.ann.login, approvedBy: world.auditor.login },
    ],
  });
  expect(await trading()).toMatchObject({ demo: { mode: 'cancel-only' } });
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
  expect(await trading()).toMatchObject({ real: { mode: 'open' }, demo: { mode: 'open' } });
  expect(await (await fetch(`${world.app.url}/metrics`)).text()).toMatch(/^gateway_books_quarantined{book="demo"} 1$/m);
});

it('another process finds the same: what is let stand goes on standing, and stops nothing', async () => {
  const app = await bootApp({ LOG_LEVEL: 'silent', ROLES: 'gateway' }, world.app.database);
  try {
    const checked = await app.application.get(CheckBooks).execute();
    expect(checked.find(({ name }) => name === 'L04')).toMatchObject({ rows: [], quarantined: [{ book: 'demo' }] });
    expect(await app.application.get(TradingMode).read()).toMatchObject({ demo: { mode: 'open' } });
  } finally {
    await app.close();
  }
});

it('another row that breaks the same invariant stops demo money again', async () => {
  await tamper(other, 1);
  expect(await violations()).toMatchObject({ holds: false, rows: [{ book: 'demo' }], quarantined: [{ book: 'demo' }] });
  expect(await trading()).toMatchObject({ real: { mode: 'open' }, demo: { mode: 'cancel-only' } });
  expect(await reopen('demo')).toMatchObject({ code: 'operations.books-broken' });
  await tamper(other, -1);
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('a look that did not get through the books opens nothing', async () => {
  await tamper(other, 1);
  await violations();
  await tamper(other, -1);
  const round = world.app.application.get(CheckRound);
  const look = round.look.bind(round);
  const cutShort = jest
    .spyOn(round, 'look')
    .mockImplementation(async (...asked) => ({ ...(await look(...asked)), isComplete: false }));
  expect(await reopen('demo')).toMatchObject({ code: 'request.unavailable' });
  cutShort.mockRestore();
  expect(await trading()).toMatchObject({ demo: { mode: 'cancel-only' } });
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('the same row in another state stops demo money again', async () => {
  await tamper(one, 1);
  expect(await violations()).toMatchObject({ holds: false, rows: [{ book: 'demo' }], quarantined: [] });
  expect(await trading()).toMatchObject({ demo: { mode: 'cancel-only' } });
  await tamper(one, -1);
  expect(await violations()).toMatchObject({ holds: true, quarantined: [{ book: 'demo' }] });
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('nothing is let stand that has gone meanwhile, that stands already, or that can be put right', async () => {
  const [standing] = (await violations()).quarantined;
  const ask = (invariant: string, fingerprint = standing?.fingerprint) =>
    world.desk(world.ann, 'books/quarantine', { invariant, fingerprints: [fingerprint], reason: REASON });
  expect(await ask('L04')).toMatchObject({ code: 'operations.violation-gone' });
  expect(await ask('L19')).toMatchObject({ code: 'operations.not-for-quarantine' });
  expect(await ask('L99')).toMatchObject({ code: 'operations.not-found' });
  expect(await ask('L04', 'x')).toMatchObject({ code: 'request.invalid' });
  await tamper(other, 2);
  const fingerprints = (await violations()).rows.map(({ fingerprint }) => fingerprint);
  const id = await propose(world.ann, 'books/quarantine', { invariant: 'L04', fingerprints });
  await tamper(other, -2);
  expect(await approve(world.auditor, id)).toMatchObject({ code: 'operations.violation-gone' });
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('a violation of real money stops real money, and is let stand the same way', async () => {
  await tamper(one, 3, false);
  const { rows } = await violations();
  expect(rows).toMatchObject([{ book: 'real' }]);
  expect(await trading()).toMatchObject({ real: { mode: 'cancel-only' }, demo: { mode: 'open' } });
  await quarantine(rows);
  expect(await reopen('real')).toMatchObject({ type: 'ok' });
  await tamper(one, -3, false);
});

it('what was let stand counts again once it is lifted', async () => {
  const { list } = (await world.desk(world.auditor, 'books/quarantine')).message as QuarantineList;
  const demo = list.find(({ book }) => book === 'demo');
  const lift = (by: TestOperator) => world.desk(by, `books/quarantine/${demo?.id}/lift`, { reason: REASON });
  expect(await lift(world.settings)).toMatchObject({ code: 'access.forbidden' });
  expect(await lift(world.auditor)).toMatchObject({ type: 'ok' });
  expect(await lift(world.auditor)).toMatchObject({ code: 'operations.not-found' });
  expect(await violations()).toMatchObject({ holds: false, rows: [{ book: 'demo' }] });
  expect(await trading()).toMatchObject({ demo: { mode: 'cancel-only' } });
  await tamper(one, -5);
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('a quarantine that nobody decided is found, and none can be written anew', async () => {
  const [{ id }] = await world.source.query('select id from books_quarantine limit 1');
  await expect(world.source.query(`update books_quarantine set details = '{}' where id = $1`, [id])).rejects.toThrow();
  await expect(world.source.query('delete from books_quarantine')).rejects.toThrow('written once');
  await world.source.query(
    `insert into books_quarantine (proposal_id, invariant, fingerprint, book, details, since)
     select id, 'L04', repeat('0', 64), 'demo', '{}', now() from operator_proposal limit 1`,
  );
  expect(await violations('X03')).toMatchObject({ holds: false, mayQuarantine: false, rows: [{ book: 'demo' }] });
  await world.source.query(
    `update books_quarantine set lifted_at = now(), lifted_by = $1, lift_reason = 'A test.' where fingerprint = repeat('0', 64)`,
    [world.auditor.operatorId],
  );
  expect(await reopen('demo')).toMatchObject({ type: 'ok' });
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => QUARANTINE_SUBJECTS.includes(subject)));
