import type { Client } from 'pg';
import { type PlanAccount, PlanDatabase, type PlanRow, planRow } from '../../../test/factories/plan-rows.js';

/** Which decisions still stand once everything of them is locked, and what is locked for them. */
const AT = new Date('2028-02-27T20:30:00Z');
const CROSS = { margin_mode: 'cross' } as const;
const WAITS = { status: 0, entry_price: null, margin: '0', reserved: '1' } as const;

let plans: PlanDatabase;

beforeAll(async () => {
  plans = await PlanDatabase.open();
}, 60_000);
afterAll(() => plans?.close());

/** A decision about one open position of user 1, version 5, by a mark of four seconds ago. */
const OPEN = planRow({ version: 5 });
const GROUP = {
  userId: '1',
  demo: false,
  currencyId: 3,
  cross: false,
  everything: false,
  accountSequence: '7',
  all: [['1', '5']],
  sides: [{ marketId: 1, side: 1, held: '1', all: '1' }],
  items: [{ id: '1', version: '5', marketId: 1, price: '90' }],
};
type Group = typeof GROUP;
const MARKS = { 1: { mark: '70', markAt: AT.getTime() - 4000 } };

const stand = (groups: object[], deleverage: boolean, marks: object) =>
  [
    `(select to_jsonb(s) from liquidation_stand($1::jsonb, $2::jsonb, $3::timestamptz, $4::boolean) s)`,
    [groups, marks, AT.toISOString(), deleverage],
  ] as const;

/** The users of those that stand, in their order. */
async function standing(groups: Partial<Group>[], marks: object = MARKS): Promise<string[]> {
  const [expression, values] = stand(
    groups.map((group) => ({ ...GROUP, ...group })),
    false,
    marks,
  );
  const { groups: left } = await plans.ask<{ groups: Group[] | null; counterparties: string[] }>(expression, [
    ...values,
  ]);
  return (left ?? []).map(({ userId }) => userId);
}
const stands = async (
  rows: PlanRow[],
  group: Partial<Group> = {},
  accounts: PlanAccount[] = [],
  marks: object = MARKS,
) => {
  await plans.have(rows, accounts);
  return (await standing([group], marks)).length === 1;
};

describe('a decision stands', () => {
  it.each<[string, PlanRow[], Partial<Group>, boolean]>([
    ['while nothing has changed', [OPEN], {}, true],
    ['not with another version', [planRow({ version: 6 })], {}, false],
    ['not when it is closing', [planRow({ version: 5, status: 2 })], {}, false],
    ['not when it is closed', [planRow({ version: 5, status: 3 })], {}, false],
    [
      'not when one of several has changed',
      [OPEN, planRow({ id: 2, version: 6 })],
      {
        all: [
          ['1', '5'],
          ['2', '5'],
        ],
      },
      false,
    ],
    [
      'when none of several has',
      [OPEN, planRow({ id: 2, version: 6 })],
      {
        all: [
          ['1', '5'],
          ['2', '6'],
        ],
      },
      true,
    ],
    ['when there is more in its side', [OPEN, planRow({ id: 2 })], {}, true],
    ['not when less is held there', [OPEN], { sides: [{ marketId: 1, side: 1, held: '1.1', all: '1' }] }, false],
    [
      'not when less is held and ordered there',
      [OPEN],
      { sides: [{ marketId: 1, side: 1, held: '1', all: '1.5' }] },
      false,
    ],
    [
      'when as much is held and ordered',
      [OPEN, planRow({ ...WAITS, id: 2, lots: 5 })],
      { sides: [{ marketId: 1, side: 1, held: '1', all: '1.5' }] },
      true,
    ],
    [
      'not when what was held is only ordered',
      [OPEN, planRow({ ...WAITS, id: 2, lots: 5 })],
      { sides: [{ marketId: 1, side: 1, held: '1.5', all: '1.5' }] },
      false,
    ],
    [
      'with what is closing',
      [OPEN, planRow({ id: 2, status: 2 })],
      { sides: [{ marketId: 1, side: 1, held: '2', all: '2' }] },
      true,
    ],
    [
      'not with what is not of the side',
      [
        OPEN,
        planRow({ id: 2, side: -1 }),
        planRow({ id: 3, market_id: 2 }),
        planRow({ id: 4, demo: true }),
        planRow({ id: 5, user_id: 2 }),
        planRow({ id: 6, status: 3 }),
        planRow({ id: 7, status: 4 }),
      ],
      { sides: [{ marketId: 1, side: 1, held: '1', all: '1.1' }] },
      false,
    ],
    [
      'not when one of its sides has less',
      [OPEN, planRow({ id: 2, side: -1, lots: 4 })],
      { sides: [...GROUP.sides, { marketId: 1, side: -1, held: '0.5', all: '0.5' }] },
      false,
    ],
    ['without sides', [OPEN], { sides: [] }, true],
  ])('%s', async (_what, rows, group, expected) => {
    expect(await stands(rows, group)).toBe(expected);
  });

  it.each<[string, object, Partial<Group>, boolean]>([
    ['older than five seconds', { 1: { markAt: AT.getTime() - 5001 } }, {}, false],
    ['of another market', { 2: { markAt: AT.getTime() } }, {}, false],
    [
      'of one of its markets',
      { 1: { markAt: AT.getTime() } },
      { items: [...GROUP.items, { ...GROUP.items[0], marketId: 2 }] as Group['items'] },
      false,
    ],
    ['of nothing that is closed', {}, { items: [] }, true],
  ])('by no mark %s', async (_what, marks, group, expected) => {
    expect(await stands([OPEN], group, [], marks)).toBe(expected);
  });

  it('by no mark that is too old by the time that the decision arrives, whatever it says of its own', async () => {
    await plans.have([OPEN], []);
    const now = Date.now();
    const sentAt = (secondsAgo: number): Promise<{ groups: Group[] | null }> =>
      plans.ask(`(select to_jsonb(s) from liquidation_stand($1::jsonb, $2::jsonb, $3::timestamptz, false) s)`, [
        [GROUP],
        { 1: { mark: '70', markAt: now - secondsAgo * 1000 } },
        new Date(now - secondsAgo * 1000).toISOString(),
      ]);
    await plans.decideBy('own');
    const [late, current] = [await sentAt(20), await sentAt(0)];
    await plans.decideBy('callers');
    expect([late.groups, current.groups?.length]).toEqual([null, 1]);
  });

  it('by itself, in the order of the decisions', async () => {
    await plans.have([OPEN, planRow({ id: 2, user_id: 2 }), planRow({ id: 3, user_id: 3 })]);
    const of = (id: string, version: string): Partial<Group> => ({ userId: id, all: [[id, version]] });
    expect(await standing([of('3', '1'), of('2', '9'), of('1', '5')])).toEqual(['3', '1']);
    expect(await standing([of('2', '9')])).toEqual([]);
  });
});

describe('a decision about an account stands', () => {
  const HELD = planRow({ ...CROSS, version: 5 });
  const account: Partial<Group> = { cross: true };
  const ACCOUNTS: PlanAccount[] = [
    { owner: 1, kind: 'contract', balance: '1', sequence: 7 },
    { owner: 1, kind: 'contract_frozen', balance: '1', sequence: 8 },
    { owner: 1, kind: 'contract', balance: '1', demo: true, sequence: 9 },
    { owner: 1, kind: 'contract', balance: '1', currency: 4, sequence: 10 },
    { owner: 2, kind: 'contract', balance: '1', sequence: 11 },
  ];

  it.each<[string, PlanRow[], Partial<Group>, boolean]>([
    ['with all of its positions', [HELD], {}, true],
    ['not with another cross position', [HELD, planRow({ ...CROSS, id: 2 })], {}, false],
    ['not with another that is closing', [HELD, planRow({ ...CROSS, id: 2, status: 2 })], {}, false],
    [
      'with others beside it',
      [
        HELD,
        planRow({ id: 2 }),
        planRow({ ...CROSS, id: 3, demo: true }),
        planRow({ ...CROSS, id: 4, user_id: 2 }),
        planRow({ ...CROSS, id: 5, status: 3 }),
        planRow({ ...CROSS, ...WAITS, id: 6 }),
      ],
      {},
      true,
    ],
    ['not when money moved on it', [HELD], { accountSequence: '6' }, false],
    ['of demo money', [planRow({ ...CROSS, version: 5, demo: true })], { demo: true, accountSequence: '9' }, true],
    [
      'of another currency',
      [planRow({ ...CROSS, version: 5, currency_id: 4 })],
      { currencyId: 4, accountSequence: '10' },
      true,
    ],
    [
      'without any money yet',
      [planRow({ ...CROSS, version: 5, user_id: 3 })],
      { userId: '3', accountSequence: '0' },
      true,
    ],
  ])('%s', async (_what, rows, group, expected) => {
    expect(await stands(rows, { ...account, ...group }, ACCOUNTS)).toBe(expected);
  });

  it('not while somebody has one of its waiting orders, whose money pays for it', async () => {
    const order = (id: number, values: Partial<PlanRow> = {}) => planRow({ ...CROSS, ...WAITS, id, ...values });
    await plans.have(
      [HELD, order(2), order(3, { margin_mode: 'isolated' }), order(4, { user_id: 2 }), order(5, { demo: true })],
      ACCOUNTS,
    );
    const locked = (id: number, group: Partial<Group> = account) => plans.whileLocked(id, () => standing([group]));
    expect(await locked(2)).toEqual([]);
    for (const other of [3, 4, 5]) expect(await locked(other)).toEqual(['1']);
    // An isolated position does not need them.
    expect(await locked(2, {})).toEqual(['1']);
    // What somebody has is passed over.
    expect(await locked(1)).toEqual([]);
  });
});

describe('for a decision are locked', () => {
  const ROWS = [
    planRow({ ...CROSS, version: 5 }),
    planRow({ id: 2, status: 2 }),
    planRow({ ...CROSS, ...WAITS, id: 3 }),
    planRow({ ...WAITS, id: 4 }),
    planRow({ id: 5, user_id: 2, side: -1, entry_price: '95' }),
    planRow({ id: 6, user_id: 3, side: -1, entry_price: '60' }),
  ];
  const ACCOUNTS: PlanAccount[] = [1, 2, 3].flatMap((owner) =>
    ['contract', 'contract_frozen', 'spot'].map((kind) => ({ owner, kind, balance: '1', sequence: 7 })),
  );
  const lockable = async (other: Client, sql: string) =>
    (await other.query<{ name: string }>(`${sql} for no key update skip locked`)).rows.map(({ name }) => name);

  /** What another connection finds locked: positions, accounts of users and of the house. */
  async function locked(group: Partial<Group>, deleverage = false) {
    await plans.have(ROWS, ACCOUNTS);
    const [expression, values] = stand(
      [
        {
          ...GROUP,
          all: [
            ['1', '5'],
            ['2', '1'],
          ],
          ...group,
        },
      ],
      deleverage,
      MARKS,
    );
    // What the house has no account for is opened by the first.
    await plans.ask(expression, [...values]);
    return plans.within(expression, [...values], async (other) => {
      const free = {
        rows: await lockable(other, 'select id::text as name from futures_position'),
        accounts: await lockable(
          other,
          `select concat(owner_id, ' ', kind) as name from ledger_account where owner_id < 100`,
        ),
        house: await lockable(
          other,
          `select concat(kind, ' ', currency_id, ' ', demo) as name from ledger_account where owner_key = 0`,
        ),
      };
      const all = (
        await other.query<{ name: string }>(
          `select concat(kind, ' ', currency_id, ' ', demo) as name from ledger_account where owner_key = 0`,
        )
      ).rows;
      return {
        rows: ROWS.map(({ id }) => String(id)).filter((id) => !free.rows.includes(id)),
        accounts: ACCOUNTS.map(({ owner, kind }) => `${owner} ${kind}`).filter((name) => !free.accounts.includes(name)),
        house: all
          .map(({ name }) => name)
          .filter((name) => !free.house.includes(name))
          .sort(),
      };
    });
  }

  it('its open positions, the accounts of its user and those of the house', async () => {
    expect(await locked({})).toEqual({
      rows: ['1'],
      accounts: ['1 contract', '1 contract_frozen'],
      house: ['fee 3 f', 'house_pnl 3 f', 'insurance 3 f'],
    });
    expect((await locked({ currencyId: 4, demo: true })).house).toEqual(['fee 4 t', 'house_pnl 4 t', 'insurance 4 t']);
  });

  it('of an account its waiting orders as well', async () => {
    expect((await locked({ cross: true })).rows).toEqual(['1', '3']);
  });

  it('those who are closed for it, and their accounts, where that may be', async () => {
    const items = [{ ...GROUP.items[0], price: '70' }] as Group['items'];
    expect(await locked({ items }, true)).toMatchObject({
      rows: ['1', '5'],
      accounts: ['1 contract', '1 contract_frozen', '2 contract', '2 contract_frozen'],
    });
    expect((await locked({ items })).rows).toEqual(['1']);
    const [expression, values] = stand([{ ...GROUP, items }], true, MARKS);
    expect(await plans.ask(expression, [...values])).toMatchObject({ counterparties: ['5'] });
  });

  it('nobody else, while somebody closes for others: one at a time', async () => {
    await plans.have(ROWS, ACCOUNTS);
    const [expression, values] = stand([GROUP], true, MARKS);
    const isFree = (other: Client) =>
      other
        .query(`select pg_try_advisory_xact_lock(hashtext('liquidation-deleverage')) as free`)
        .then(({ rows }) => rows[0].free);
    expect(await plans.within(expression, [...values], isFree)).toBe(false);
    const [alone, same] = stand([GROUP], false, MARKS);
    expect(await plans.within(alone, [...same], isFree)).toBe(true);
  });
});
