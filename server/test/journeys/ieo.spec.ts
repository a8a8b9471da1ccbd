import type { DataSource } from 'typeorm';
import { CarryOutAnnouncedActs } from '../../features/operations/administration/carry-out-announced-acts.js';
import { SweepIeo } from '../../features/trading/ieo/sweep-ieo.js';
import { SealAllotment } from '../../features/trading/ieo/seal-allotment.js';
import { IeoWorkStore } from '../../features/trading/ieo/ieo-work.store.js';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { TapeRootView } from '../../contract/markets/tape.dto.js';
import { hoursOf, type PriceDraw } from '../../contract/rules/ieo-draw.rules.js';
import { termsOf } from '../../contract/rules/ieo-table.rules.js';
import { checkAllotment } from '../../contract/rules/ieo-proof.rules.js';
import type { IeoAllotmentView } from '../../contract/trading/ieo-allotment.dto.js';
import type { IeoApplicationPage, IeoProjectPage } from '../../contract/trading/ieo.dto.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { aSale, saleRequest, tapeHoursOfSales, verifyUsers } from '../factories/ieo.js';
import { fund } from '../factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../factories/operators.js';
import { aUser, type TestUser } from '../factories/users.js';
import { FakeClock } from '../fakes/fake-clock.js';

let app: TestApp;
let call: Caller;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let support: TestOperator;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  call = new Caller(app);
  source = app.owner;
  ann = await anOperator(source, 'settings');
  bob = await anOperator(source, 'treasurer');
  support = await anOperator(source, 'support');
  user = await aUser(app.database.url);
  other = await aUser(app.database.url);
  for (const { userId } of [user, other]) await fund(source, userId, '5000');
  await verifyUsers(source, [user.userId, other.userId]);
}, 60_000);

afterAll(() => closeInOrder(app));

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const post = (path: string, fields: Record<string, string>, by = user, language = 'en') =>
  call.post(path, fields, { token: by.token, language });
const get = (path: string, by = user) => call.get(path, { token: by.token, language: 'en' });

async function sweepAt(instant: number): Promise<void> {
  const of = <Thing>(token: abstract new (...given: never[]) => Thing): Thing => app.application.get(token);
  const [work, transactions] = [of(IeoWorkStore), of(Transactions)];
  const clock = new FakeClock(instant);
  await tapeHoursOfSales(source, instant);
  const sweep = new SweepIeo(work, new SealAllotment(work, transactions), transactions, of(Outbox), clock, of(Metrics));
  await sweep.execute();
  await sweep.execute();
}

/** Carries out what was agreed on and has waited until then. */
async function carryOutAt(instant: number): Promise<void> {
  const clock = app.application.get(Clock);
  const now = clock.now.bind(clock);
  clock.now = () => instant;
  await app.application
    .get(CarryOutAnnouncedActs)
    .execute()
    .finally(() => {
      clock.now = now;
    });
}

const listed = async () => (await call.post('ieo/list', {}, { language: 'en' })).message as IeoProjectPage;
const mine = async (by = user, fields: Record<string, string> = {}) =>
  (await post('ieo/myApply', fields, by)).message as IeoApplicationPage;

describe('a sale', () => {
  it('is what two people at the desk agree on, and neither of them alone', async () => {
    const body = saleRequest(Date.now());
    expect(await desk(support, 'ieo', body)).toMatchObject({ code: 'access.forbidden' });
    expect(await desk(ann, 'ieo', { ...body, cap: '0' })).toMatchObject({ code: 'request.invalid' });
    for (const [name, shift] of [
      ['applyFrom', -3_720_000],
      ['applyUntil', -1],
      ['allotAt', -21 * 3_600_000 - 1],
      ['payUntil', -1],
      ['lockUntil', -1],
    ] as const) {
      const soon = { ...body, [name]: body[name] + shift };
      expect([name, await desk(ann, 'ieo', soon)]).toEqual([
        name,
        expect.objectContaining({ code: 'ieo.date-too-soon', message: expect.stringContaining(name) }),
      ]);
    }
    expect(await desk(ann, 'ieo', { ...body, coinCode: 'usd' })).toMatchObject({ code: 'request.invalid' });
    expect(await desk(ann, 'ieo', { ...body, coinCode: 'USDT', coinScale: 8 })).toMatchObject({ code: 'ieo.terms' });
    expect(await desk(ann, 'ieo', { ...body, coinCode: 'BTC', coinScale: 3 })).toMatchObject({ code: 'ieo.terms' });
    // What the product began with cannot be listed: it is said before anybody is asked to agree.
    expect(await desk(ann, 'ieo', { ...body, coinCode: 'BTC', coinScale: 8 })).toMatchObject({
      code: 'ieo.terms',
      message: expect.stringContaining('coinCode'),
    });
    expect(await desk(ann, 'ieo', { ...body, price: '0.123456789' })).toMatchObject({ code: 'ieo.terms' });
    expect(await desk(ann, 'ieo', { ...body, supply: '2000000' })).toMatchObject({ code: 'ieo.terms' });
    const proposed = (await desk(ann, 'ieo', body)).message as { id: string };
    expect(await desk(ann, 'ieo', { ...body, reason: 'Once more' })).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect((await listed()).data).toEqual([]);
    expect(await desk(ann, `proposals/${proposed.id}/approve`, {})).toMatchObject({ type: 'error' });
    expect(await desk(bob, `proposals/${proposed.id}/approve`, {})).toMatchObject({ type: 'ok' });
    expect((await listed()).data).toMatchObject([
      { name: 'Nova Network', status: 'announced', price: '2', total_supply: '1000', cap_number: '400', is_sealed: 0 },
    ]);
    expect((await desk(support, 'ieo?keyword=nova')).message).toMatchObject({ total: 1 });
    expect((await desk(support, 'ieo?keyword=nothing')).message).toMatchObject({ total: 0, list: [] });
  });

  it('is applied for, allotted, proven, paid and listed, as pages and old clients call', async () => {
    const sale = await aSale(source, { at: Date.now() - 61_000 });
    const project_id = String(sale.id);
    const found = (await call.post('ieo/list', { keyword: 'nova' }, { language: 'zh' })).message as IeoProjectPage;
    expect(found.data.find(({ id }) => id === sale.id)).toMatchObject({ status: 'applying', summary: '小商店支付。' });
    expect((await post('ieo/preview', { project_id, number: '700' })).message).toMatchObject({
      amount: '1400',
      number_after: '700',
      balance: '5000',
      balance_after: '3600',
    });
    expect(await post('ieo/apply', { project_id, number: '700', agreement: '1' })).toMatchObject({
      type: 'ok',
      message: 'Submit success',
    });
    expect(await post('ieo/apply', { project_id, number: '600' }, other)).toMatchObject({ type: 'ok' });
    const [application] = (await mine()).data;
    expect(application).toMatchObject({ status: 1, result: 'processing', number: '700', amount: '1400' });
    const id = application?.id ?? '';
    expect(await post('ieo/pay', { id })).toMatchObject({ type: 'error', code: 'ieo.nothing-to-pay' });

    await sweepAt(sale.applyUntil);
    await sweepAt(sale.allotAt);
    // Both would pass the cap of 400.
    expect((await mine()).data[0]).toMatchObject({
      status: 3,
      result: 'pending payment',
      allotment_number: '400',
      pending_number: '400',
      pending_amount: '800',
      pay_round: 1,
    });
    expect(await mine(user, { status: '3' })).toMatchObject({ total: 1 });
    expect(await mine(user, { status: '1' })).toMatchObject({ total: 0, data: [] });
    const table = (await call.get(`ieo/allotment?id=${project_id}`, { language: 'en' })).message as IeoAllotmentView;
    const { rows } = table;
    const terms = termsOf(table);
    const { from, to } = hoursOf(terms.draw as PriceDraw, terms.closed);
    const published = await call.get(`tape/roots?symbol=${terms.draw?.symbol}&from=${from}&to=${to}`, {});
    const checks = checkAllotment(table.code, terms, rows, published.message as TapeRootView[]);
    expect([checks.draw, checks.hour]).toEqual(['right', 'right']);
    expect(Object.values(checks)).not.toContain('wrong');
    expect(JSON.stringify(table)).not.toContain(`"${user.userId}"`);
    const detail = (await get(`ieo/application?id=${id}`)).message as { account: string; proofs: object[] };
    expect(detail.proofs).toHaveLength(2);
    expect(await get(`ieo/application?id=${id}`, other)).toMatchObject({ type: 'error', code: 'ieo.not-found' });
    const paged = (await call.get(`ieo/allotment?id=${project_id}&limit=1`, {})).message as IeoAllotmentView;
    expect(paged).toMatchObject({ next: rows[0]?.account });

    expect(await post('ieo/pay', { id })).toMatchObject({ type: 'ok' });
    expect((await mine()).data[0]).toMatchObject({ status: 4, result: 'success', success_number: '400' });
    const listing = { priceScale: 4, quantityScale: 2, instruments: [], reason: 'As agreed with the issuer' };
    const propose = (by = ann) => desk(by, `ieo/${project_id}/list`, listing);
    expect(await propose()).toMatchObject({ code: 'ieo.payments-open' });
    await sweepAt(sale.payUntil);
    await sweepAt(sale.secondPayUntil);
    expect(await propose(support)).toMatchObject({ code: 'access.forbidden' });
    expect(await desk(ann, `ieo/${project_id}/list`, { ...listing, priceScale: 13 })).toMatchObject({
      code: 'request.invalid',
    });
    const proposed = (await propose()).message as { id: string };
    expect(await desk(ann, `ieo/${project_id}/list`, { ...listing, reason: 'Once more' })).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect((await desk(bob, `ieo/${project_id}`)).message).toMatchObject({ listProposalId: proposed.id });
    expect(await desk(ann, `proposals/${proposed.id}/approve`, {})).toMatchObject({ type: 'error' });
    // Agreed on before its date, it waits for the date.
    expect(await desk(bob, `proposals/${proposed.id}/approve`, {})).toMatchObject({ message: { dueAt: sale.listAt } });
    expect((await desk(bob, `ieo/${project_id}`)).message).toMatchObject({ listDueAt: sale.listAt, market: null });
    // Nobody listed it yet, whatever the date.
    await sweepAt(sale.lockUntil);
    expect((await mine()).data[0]).toMatchObject({ status: 4, released_number: '0' });
    await carryOutAt(sale.listAt - 1);
    expect((await desk(bob, `ieo/${project_id}`)).message).toMatchObject({ market: null });
    await carryOutAt(sale.listAt);
    expect((await desk(bob, `ieo/${project_id}`)).message).toMatchObject({ phase: 'listed', market: 'NOVA/USDT' });
    await sweepAt(sale.listAt);
    expect((await mine()).data[0]).toMatchObject({ status: 5, released_number: '0', success_number: '400' });
    expect((await get(`ieo/project?id=${project_id}`)).message).toMatchObject({ market: 'NOVA/USDT' });
    await sweepAt(sale.lockUntil);
    expect((await mine()).data[0]).toMatchObject({ status: 6, released_number: '200' });
    expect((await mine(other)).data[0]).toMatchObject({ status: 2, result: 'fail', state: 'missed' });
    const statement = await post('wallet/legal_log', {});
    expect(JSON.stringify(statement.message)).toContain('IEO coins released');
  });

  it.each([
    [{ project_id: 'x', number: '1' }, 'request.invalid'],
    [{ project_id: '1', number: '' }, 'request.invalid'],
    [{ project_id: '1', number: '1.5' }, 'request.invalid'],
    [{ project_id: '1', number: '-1' }, 'request.invalid'],
    [{ project_id: '999999', number: '1' }, 'ieo.not-found'],
    [{ project_id: '1', number: '1', agreement: '0' }, 'ieo.agreement'],
    [{ project_id: '1', number: '1', account_type: 'simulation_account' }, 'demo.real-money-only'],
    [{ project_id: '1', number: '1', account_type: 'toy' }, 'request.invalid'],
  ])('refuses %j: %s', async (fields, code) => {
    for (const language of ['zh', 'th']) {
      const reply = await post('ieo/apply', fields as Record<string, string>, user, language);
      expect(reply).toMatchObject({ type: 'error', code });
      expect(reply.status).toBeLessThan(500);
    }
  });

  it.each([
    ['ieo/list', { status: 'soon' }],
    ['ieo/list', { keyword: 'x'.repeat(61) }],
    ['ieo/myApply', { status: '7' }],
    ['ieo/pay', { id: '0' }],
    ['ieo/pay', { id: '1', round: '3' }],
  ])('refuses %s %j', async (path, fields) => {
    expect(await post(path, fields as Record<string, string>)).toMatchObject({ code: 'request.invalid' });
  });
});
