import type { DataSource } from 'typeorm';
import type { ProductTermsView } from '../../../contract/operations/product-terms.dto.js';
import { wrongTerm } from '../../../contract/rules/product-terms.rules.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';
import { OptionProducts } from '../../trading/options/option-products.js';

let app: TestApp;
let source: DataSource;
let ann: TestOperator;
let bob: TestOperator;
let support: TestOperator;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  source = app.owner;
  ann = await anOperator(source, 'settings', 'treasurer');
  bob = await anOperator(source, 'treasurer');
  support = await anOperator(source, 'support');
}, 60_000);
afterAll(() => app?.close());
afterEach(async () => {
  const open: { id: string }[] = await source.query(`select id::text from operator_proposal where status = 'open'`);
  for (const { id } of open) await reject(id);
});

const desk = (by: TestOperator, path: string, body?: object) =>
  callDesk(app.url, path, { by, ...(body === undefined ? {} : { body }) });
const reject = (id: string) => desk(bob, `proposals/${id}/reject`, { reason: 'Not now' });
const look = async () => (await desk(support, 'products')).message as ProductTermsView;
const idOf = (reply: { message: unknown }) => (reply.message as { id: string }).id;
const agree = async (reply: { message: unknown }, by = bob) => desk(by, `proposals/${idOf(reply)}/approve`, {});

const NO_TERMS = ['id', 'name', 'version', 'proposalId', 'seconds', 'evenBandPercent', 'currency', 'steps', 'termDays'];

/** The first product of a kind as the desk shows it, and its terms alone. */
async function first(place: 'options' | 'spot' | 'perpetuals' | 'trust') {
  const [product] = (await look())[place];
  if (!product) throw new Error(`There is nothing among ${place}.`);
  const terms: Record<string, unknown> = Object.fromEntries(
    Object.entries(product).filter(([name]) => !NO_TERMS.includes(name)),
  );
  return {
    id: product.id,
    seen: product.version,
    name: product.name,
    seconds: 'seconds' in product ? product.seconds : null,
    terms,
  };
}

describe('the terms of a product', () => {
  it('hold when a second operator agrees, and are those of every order from then on', async () => {
    const { id, seen, name, seconds, terms } = await first('options');
    expect([name, seconds, terms.payoutPercent, terms.maximum]).toEqual(['*', 60, '80', '5000']);
    const proposed = await desk(ann, `products/options/${id}`, {
      ...terms,
      seen,
      payoutPercent: '82.5',
      reason: 'A campaign',
    });
    expect(proposed.type).toBe('ok');
    expect((await look()).options[0]?.proposalId).toBe(idOf(proposed));
    const [{ detail }] = await source.query('select detail from operator_proposal where id = $1', [idOf(proposed)]);
    expect(detail).toEqual({ name: '*, 60 s', before: { payoutPercent: '80' }, after: { payoutPercent: '82.5' } });

    expect(await agree(proposed, ann)).toMatchObject({ code: 'wallet.second-person' });
    expect((await first('options')).terms.payoutPercent).toBe('80');
    expect((await agree(proposed)).type).toBe('ok');
    expect((await first('options')).terms).toEqual({ ...terms, payoutPercent: '82.5' });
    const offered = app.application.get(OptionProducts);
    await offered.reload();
    expect(offered.term(1, 60)?.payoutRatio).toBe('0.825');
    const lines = await source.query(`select action from audit_entry where detail::text like '%82.5%' order by id`);
    expect(lines).toEqual([{ action: 'product-terms.propose' }, { action: 'proposal.approve' }]);
  });

  it.each([
    [
      'spot',
      { feePercent: '0.08', maximumAmount: '400000' },
      'select fee_ratio::text as f from spot_product where market_id = $1',
      '0.000800',
    ],
    [
      'perpetuals',
      { leverages: [1, 2, 5], lotsMax: 50, feePercent: '0.04' },
      `select concat_ws(' ', leverages, lots_max, trim_scale(perpetual_fee_percent)) as f
         from futures_product p join market m on m.id = p.market_id where p.market_id = $1`,
      '{1,2,5} 50 0.04',
    ],
    [
      'trust',
      { dailyPercent: '0.03', quota: null, maximum: '7000' },
      `select concat_ws(' ', daily_ratio, quota, trim_scale(maximum)) as f from trust_product where id = $1`,
      '0.00030000 7000',
    ],
  ] as const)('of %s are its rows', async (place, changes, query, expected) => {
    const { id, seen, terms } = await first(place);
    const proposed = await desk(bob, `products/${place}/${id}`, {
      ...terms,
      seen,
      ...changes,
      reason: 'Agreed in May',
    });
    expect((await agree(proposed, ann)).type).toBe('ok');
    expect((await first(place)).terms).toEqual({ ...terms, ...changes });
    expect(await source.query(query, [id])).toEqual([{ f: expected }]);
  });

  it.each([
    ['options', { payoutPercent: '101' }, 'payoutPercent'],
    ['options', { minimum: '6000' }, 'maximum'],
    ['spot', { feePercent: '6' }, 'feePercent'],
    ['perpetuals', { leverages: [1, 100_000] }, 'leverages'],
    ['trust', { dailyPercent: '2' }, 'dailyPercent'],
  ] as const)('of %s end at bounds that nobody passes: %j', async (place, changes, field) => {
    const { id, seen, terms } = await first(place);
    const reply = await desk(ann, `products/${place}/${id}`, { ...terms, seen, ...changes, reason: 'Too much' });
    expect(reply).toMatchObject({
      code: 'request.invalid',
      message: `Please check this field: ${field}`,
    });
  });

  it('are refused where nothing changes, where there is no such product, and beside an open proposal', async () => {
    const { id, seen, terms } = await first('spot');
    const path = `products/spot/${id}`;
    expect(await desk(ann, path, { ...terms, seen, reason: 'Nothing' })).toMatchObject({
      code: 'operations.nothing-changed',
    });
    for (const wrong of ['0', '999999', 'x', '1e1', '-1'])
      expect(await desk(ann, `products/spot/${wrong}`, { ...terms, seen, reason: 'Nobody' })).toMatchObject({
        code: 'operations.not-found',
      });
    expect((await desk(ann, path, { ...terms, seen, feePercent: '0.07', reason: 'Less' })).type).toBe('ok');
    expect(await desk(bob, path, { ...terms, seen, feePercent: '0.06', reason: 'Less' })).toMatchObject({
      code: 'operations.proposal-open',
    });
    expect(await desk(support, path, { ...terms, seen, feePercent: '0.06', reason: 'Less' })).toMatchObject({
      code: 'access.forbidden',
    });
  });

  it('are proposed of what was looked at: a form that is older than a change is filled in anew', async () => {
    const { id, seen, terms } = await first('spot');
    await source.query('update spot_product set enabled = false where market_id = $1', [id]);
    const old = await desk(ann, `products/spot/${id}`, { ...terms, seen, feePercent: '0.09', reason: 'Less' });
    expect(old).toMatchObject({ code: 'operations.terms-changed' });
    const again = await desk(ann, `products/spot/${id}`, {
      ...terms,
      seen: (await first('spot')).seen,
      feePercent: '0.09',
      enabled: false,
      reason: 'Less',
    });
    expect(again.type).toBe('ok');
    const lone = await anOperator(source, 'settings');
    expect(await agree(again, lone)).toMatchObject({ code: 'access.forbidden' });
  });

  it('are such as could be agreed on from the start', async () => {
    const view = await look();
    const wrong = [
      ...view.options.map((row) => wrongTerm('option', row)),
      ...view.spot.map((row) => wrongTerm('spot', row)),
      ...view.perpetuals.map((row) => wrongTerm('perpetual', row, row.steps)),
      ...view.trust.map((row) => wrongTerm('trust', row)),
    ];
    expect(wrong.length).toBeGreaterThan(60);
    expect(wrong.filter((field) => field !== null)).toEqual([]);
  });

  it('are agreed on as they were looked at: what was changed meanwhile is proposed anew', async () => {
    const { id, seen, terms } = await first('trust');
    const proposed = await desk(ann, `products/trust/${id}`, { ...terms, seen, minimum: '150', reason: 'More' });
    await source.query('update trust_product set minimum = 120 where id = $1', [id]);
    expect(await agree(proposed)).toMatchObject({ code: 'operations.terms-changed' });
    expect((await reject(idOf(proposed))).type).toBe('ok');
    expect((await first('trust')).terms.minimum).toBe('120');
    // What nobody spoke of may be other than it was.
    const now = (await first('trust')).seen;
    const again = await desk(ann, `products/trust/${id}`, {
      ...terms,
      seen: now,
      minimum: '120',
      enabled: false,
      reason: 'Off',
    });
    await source.query('update trust_product set minimum = 130 where id = $1', [id]);
    expect((await agree(again)).type).toBe('ok');
    expect((await first('trust')).terms).toMatchObject({ minimum: '130', enabled: false });
  });
});
