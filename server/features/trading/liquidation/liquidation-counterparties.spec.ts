import {
  asRow,
  asStep,
  asSteps,
  type PlanAccount,
  PlanDatabase,
  type PlanRow,
  planRow,
  type PlanStep,
} from '../../../test/factories/plan-rows.js';

/** Whose money and whose gains a plan may count on: rows of others, of the other book, market, side and status beside them. */
let plans: PlanDatabase;

beforeAll(async () => {
  plans = await PlanDatabase.open();
}, 60_000);
afterAll(() => plans?.close());

const CROSS = { margin_mode: 'cross' } as const;
const WAITS = { ...CROSS, status: 0, entry_price: null, margin: '0' } as const;

describe('the money of an account', () => {
  const ROWS = [
    planRow(CROSS),
    planRow({ ...WAITS, id: 2, reserved: '5' }),
    planRow({ ...WAITS, id: 3, reserved: '6', margin_mode: 'isolated' }),
    planRow({ ...WAITS, id: 4, reserved: '8', demo: true }),
    planRow({ ...WAITS, id: 5, reserved: '9', currency_id: 4 }),
    planRow({ ...WAITS, id: 6, reserved: '12', user_id: 2 }),
    planRow({ ...WAITS, id: 7, reserved: '13', status: 4 }),
    planRow({ ...WAITS, id: 8, reserved: '0.5', market_id: 2 }),
  ];
  const ACCOUNTS: PlanAccount[] = [
    { owner: 2, kind: 'contract', balance: '1000' },
    { owner: 1, kind: 'contract_frozen', balance: '500' },
    { owner: 1, kind: 'spot', balance: '300' },
    { owner: 1, kind: 'contract', balance: '700', demo: true },
    { owner: 1, kind: 'contract', balance: '900', currency: 4 },
    { owner: 1, kind: 'contract', balance: '100' },
  ];
  beforeEach(() => plans.have(ROWS, ACCOUNTS));

  it.each<[string, Partial<PlanRow>, string]>([
    ['real', {}, '105.5'],
    ['demo', { demo: true }, '708'],
    ['of another currency', { currency_id: 4 }, '909'],
    ['of somebody else', { user_id: 2 }, '1012'],
    ['of somebody without any', { user_id: 3 }, '0'],
  ])('is what is free and what its waiting cross orders hold: %s', async (_what, row, expected) => {
    expect(await plans.ask(`liquidation_free_money(${asRow(1)})`, [planRow({ ...CROSS, ...row })])).toBe(expected);
  });

  const step = (kind: string, net: string, before: Partial<PlanRow> = {}): PlanStep => ({
    kind,
    net,
    before: planRow({ ...CROSS, ...before }),
  });

  it.each<[string, PlanStep[], Partial<PlanRow>, string]>([
    ['what is free', [], {}, '100'],
    ['of demo money', [], { demo: true }, '700'],
    ['of another currency', [], { currency_id: 4 }, '900'],
    ['of somebody without any', [], { user_id: 3 }, '0'],
    ['with what was moved for its user', [step('deleveraged', '3'), step('deleveraged', '4')], {}, '107'],
    ['not with what was moved for others', [step('full', '4', { user_id: 2 })], {}, '100'],
    [
      'not with orders that stay, where an isolated position is closed',
      [step('full', '4', { margin_mode: 'isolated' })],
      {},
      '104',
    ],
    [
      'with orders that are taken back, where the account is',
      [step('full', '4'), step('deleveraged', '3')],
      {},
      '112.5',
    ],
    ['with orders that are taken back, for a part', [step('partial', '4')], {}, '109.5'],
  ])('after steps is %s', async (_what, steps, row, expected) => {
    expect(
      await plans.ask(`liquidation_money_after(${asRow(1)}, ${asSteps(2)})`, [planRow({ ...CROSS, ...row }), steps]),
    ).toBe(expected);
  });
});

/** Shorts of user 2 and up, who gain below what they were opened at. */
const short = (id: number, entry: string, values: Partial<PlanRow> = {}) =>
  planRow({ id, user_id: id, side: -1, entry_price: entry, ...values });
/** Rows that are nobody's counterparty, as good as they would be. */
const BESIDE = [
  short(90, '200', { demo: true }),
  short(91, '200', { market_id: 2 }),
  short(92, '200', { status: 2 }),
  short(93, '200', { side: 1 }),
];

describe('whether anybody gains at a bankruptcy price', () => {
  const isMatched = (bankruptcy: string, row: Partial<PlanRow> = {}, known: object = {}) =>
    plans.ask<{ known: object; is_matched: boolean }>(`liquidation_is_matched(${asRow(1)}, $2::numeric, $3::jsonb)`, [
      planRow(row),
      bankruptcy,
      known,
    ]);

  it('is by the best price of the other side of market and book', async () => {
    await plans.have([...BESIDE, short(2, '85'), short(3, '90')]);
    expect(await isMatched('90')).toEqual({ known: { '1:-1': '90' }, is_matched: true });
    expect(await isMatched('90.01')).toMatchObject({ is_matched: false });
    await plans.have([
      ...BESIDE.map((row) => ({ ...row, side: -row.side as 1 | -1, entry_price: '1' })),
      planRow({ entry_price: '110' }),
      planRow({ id: 2, entry_price: '105' }),
    ]);
    expect(await isMatched('105', { side: -1 })).toEqual({ known: { '1:1': '105' }, is_matched: true });
    expect(await isMatched('104.99', { side: -1 })).toMatchObject({ is_matched: false });
  });

  it('is no where there is nobody, and what is known is not looked up again', async () => {
    await plans.have(BESIDE);
    expect(await isMatched('1')).toEqual({ known: { '1:-1': null }, is_matched: false });
    expect(await isMatched('50', {}, { '1:-1': '60', '2:-1': '7' })).toEqual({
      known: { '1:-1': '60', '2:-1': '7' },
      is_matched: true,
    });
    expect(await isMatched('50', {}, { '1:1': '60' })).toMatchObject({ is_matched: false });
  });
});

it('gains are ranked by return times leverage, and by number among equals', async () => {
  await plans.have([
    ...BESIDE,
    // At 80: a gain of 10 on a margin of 20 at 4.5 times, 10 on 10 at 9 times, 20 on 20 at 5 times, a loss.
    short(2, '90'),
    short(3, '90', { margin: '10' }),
    short(4, '100'),
    short(5, '70'),
    short(7, '90'),
    // A half of everything is worth the same.
    short(6, '90', { lots: 5, margin: '10' }),
  ]);
  expect(await plans.ask('liquidation_ranked(1, false, 1::smallint, 80)')).toEqual(['3', '4', '2', '6', '7', '5']);
  await plans.have([planRow({ id: 2, entry_price: '70' }), planRow({ id: 3, entry_price: '60' }), short(4, '90')]);
  expect(await plans.ask('liquidation_ranked(1, false, (-1)::smallint, 80)')).toEqual(['3', '2']);
});

describe('who is locked to be closed', () => {
  const group = (price: string, row: Partial<PlanRow> = {}) => {
    const { id, user_id } = planRow(row);
    return { userId: String(user_id), items: [{ id: String(id), price }] };
  };
  const locked = (groups: object[], held: number[]) =>
    plans.ask(
      `liquidation_counterparties($1::jsonb, array(select jsonb_array_elements_text($2::jsonb)::bigint), $3::jsonb)`,
      [groups, held, { 1: { mark: '70' }, 2: { mark: '70' } }],
    );

  it('are as many of those who gain at the bankruptcy price as are missing, the highest rank first', async () => {
    // Bankrupt at 80, closed at 70.
    await plans.have([
      planRow(),
      ...BESIDE,
      short(2, '85', { lots: 6 }),
      short(3, '80', { lots: 4 }),
      short(4, '79'),
      short(5, '80', { margin: '100' }),
    ]);
    expect(await locked([group('70')], [1])).toEqual(['2', '3']);
    // At its bankruptcy price, or not held: nothing is missing.
    expect(await locked([group('80')], [1])).toEqual([]);
    expect(await locked([group('70')], [2])).toEqual([]);
  });

  it('are of the same size of a lot, and not those who are liquidated themselves', async () => {
    await plans.have([
      planRow(),
      short(2, '85', { lot_size: '0.01' }),
      short(3, '85', { user_id: 1, margin: '10' }),
      short(4, '84'),
      short(5, '83'),
    ]);
    expect(await locked([group('70')], [1])).toEqual(['3', '4']);
  });

  it('of a cross account are those as well who gain at the price alone, without being counted', async () => {
    await plans.have([planRow(CROSS), short(2, '75', { margin: '5' }), short(3, '69'), short(4, '80'), short(5, '80')]);
    expect(await locked([group('70', CROSS)], [1])).toEqual(['2', '4']);
  });

  it('are looked for in each market, book and side by itself, for all that is missing there', async () => {
    await plans.have([
      planRow(),
      planRow({ id: 2, user_id: 12 }),
      planRow({ id: 3, user_id: 13, side: -1 }),
      planRow({ id: 4, user_id: 14, demo: true }),
      short(20, '85'),
      short(21, '84'),
      short(22, '83'),
      planRow({ id: 23, user_id: 23, entry_price: '115', margin: '40' }),
      short(24, '85', { demo: true }),
    ]);
    const groups = [
      group('70'),
      group('70', { id: 2, user_id: 12 }),
      group('130', { id: 3, user_id: 13 }),
      group('70', { id: 4, user_id: 14 }),
    ];
    // Who holds the short is liquidated, too: its gain is there, and does not count.
    expect(await locked(groups, [1, 2, 3, 4])).toEqual(['23', '3', '20', '21', '24']);
  });
});

describe('the steps that close gains', () => {
  const BANKRUPT: PlanStep = {
    kind: 'full',
    lots: 10,
    price: '70',
    price_from: 'book',
    bankruptcy: '80',
    before: planRow(),
    item: { kind: 'full', price: '70', priceFrom: 'book', fills: [['70', '1']], equity: '-10' },
  };
  interface Planned {
    steps: {
      place: string;
      kind: string;
      lots: string;
      price: string;
      price_from: string;
      matched_with: string;
      before: { id: string; lots: string };
      item: object;
    }[];
    matched: string;
    price: string;
    price_from: string;
  }
  const planned = (counterparties: number[], steps: PlanStep[] = [], bankrupt = BANKRUPT) =>
    plans.ask<Planned>(
      `liquidation_deleverage_steps(${asStep(1)}, array(select jsonb_array_elements_text($2::jsonb)::bigint), ${asSteps(3)}, 8::smallint)`,
      [bankrupt, counterparties, steps],
    );
  const lotsOf = ({ steps }: Planned) => steps.map(({ before, lots }) => [before.id, lots]);

  it('go in the order of the rank until all lots are matched, all at the bankruptcy price', async () => {
    await plans.have([planRow(), short(2, '90', { lots: 6 }), short(3, '85', { lots: 8 }), short(4, '85')]);
    const all = await planned([3, 2, 4]);
    expect(lotsOf(all)).toEqual([
      ['3', '8'],
      ['2', '2'],
    ]);
    expect(all).toMatchObject({ matched: '10', price: '80', price_from: 'bankruptcy' });
    expect(all.steps.map(({ place }) => place)).toEqual(['1', '2']);
    expect(all.steps[0]).toMatchObject({
      kind: 'deleveraged',
      price: '80',
      price_from: 'bankruptcy',
      matched_with: '1',
    });
    // Nothing of what the other position was decided by.
    expect(all.steps[0]?.item).toEqual({
      kind: 'deleveraged',
      lots: '8',
      price: '80',
      priceFrom: 'bankruptcy',
      fills: [],
    });
  });

  it('that do not reach leave the others at the price of the market', async () => {
    await plans.have([planRow(), short(2, '90', { lots: 6 })]);
    // Six at 80 and four at 70.
    expect(await planned([2])).toMatchObject({ matched: '6', price: '76', price_from: 'book' });
    expect(await planned([])).toMatchObject({ steps: [], matched: '0', price: '70', price_from: 'book' });
  });

  it('are of those alone who are on the other side and gain', async () => {
    await plans.have([
      planRow(),
      ...BESIDE,
      short(2, '80'),
      short(3, '79.99'),
      short(4, '90', { user_id: 1 }),
      short(5, '90', { lot_size: '0.01' }),
    ]);
    expect(lotsOf(await planned([90, 91, 92, 93, 3, 4, 5, 2]))).toEqual([['2', '10']]);
  });

  it('take what the steps before have left, and come behind them', async () => {
    await plans.have([planRow(), short(2, '90', { lots: 8 }), short(3, '90', { lots: 6 })]);
    const before = (place: number, id: number, lots: number, left: string): PlanStep => ({
      place,
      kind: 'deleveraged',
      lots,
      net: '0',
      margin_left: left,
      before: short(id, '90', { lots: 8 }),
    });
    const after = await planned(
      [2, 3],
      [
        before(1, 2, 3, '12.5'),
        { ...before(2, 2, 2, '7.5'), before: short(2, '90', { lots: 5, margin: '12.5', version: 2 }) },
      ],
    );
    expect(lotsOf(after)).toEqual([
      ['2', '3'],
      ['3', '6'],
    ]);
    expect(after.steps[0]?.before).toMatchObject({ lots: '3', margin: '7.5', version: '3' });
    expect(after.steps.map(({ place }) => place)).toEqual(['3', '4']);
    // Nothing is left of it.
    expect(lotsOf(await planned([2, 3], [before(1, 2, 8, '0')]))).toEqual([['3', '6']]);
  });
});
