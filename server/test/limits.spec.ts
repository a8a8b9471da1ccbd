import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { REFUSAL_CODES } from '../contract/errors.js';
import { OpenSession } from '../features/account/sessions/index.js';
import { UploadsStore } from '../features/account/uploads/uploads.store.js';
import { SetBank } from '../features/account/profile/set-bank.js';
import { KnownClients } from '../features/account/users/known-clients.js';
import { UsersStore } from '../features/account/users/index.js';
import { OperatorSessions } from '../features/operations/operators/operator-sessions.js';
import { OperatorsStore } from '../features/operations/operators/operators.store.js';
import { SubmitDeposit } from '../features/wallet/deposits/submit-deposit.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { bootApp, type TestApp } from './app.js';
import { heldBack, inTurn, outcomesOf } from './factories/held-back.js';
import { aUserId, USDT } from './factories/ledger.js';
import { LIMITS, type NamedTest, OF_ONE_REQUEST } from './limits.js';

const read = (file: string) => {
  const path = join(__dirname, '..', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Whether the file has a test of that title, of one case or of a table of cases. */
function isTestOf({ file, title }: NamedTest): boolean {
  const text = read(file);
  return /\bit(\.each\b[^]*\))?$/.test(text.slice(0, Math.max(0, text.indexOf(`('${title}'`))));
}

describe('the table of limits', () => {
  it('has every refusal that says "at most"', () => {
    const known = new Set([...LIMITS.map(({ refusal }) => refusal), ...OF_ONE_REQUEST]);
    const such = REFUSAL_CODES.filter((code) => /too-(many|large)|maximum|no-room|sold-out|quota|-full$/.test(code));
    expect(such.filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => code !== null && !(REFUSAL_CODES as readonly string[]).includes(code))).toEqual(
      [],
    );
  });

  it.each(LIMITS)('$what: the guard and the race are where it says', ({ guard, race }) => {
    expect(read(guard.file)).toContain(guard.text);
    expect(isTestOf(race)).toBe(true);
  });

  it.each(LIMITS)('$what: it is tried one below, at and one above where it says', ({ bounds }) => {
    expect(isTestOf(bounds)).toBe(true);
  });
});

describe('documents/limits.md', () => {
  it('has each of them, with its figure and where it stands', () => {
    const rows = read('documents/limits.md')
      .split('\n## What people may do\n')[1]
      ?.split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| limit '))
      .map((line) =>
        line
          .split('|')
          .slice(1, 4)
          .map((cell) => cell.trim()),
      );
    expect(rows).toEqual(LIMITS.map(({ what, figure }) => [what, figure.says, `\`${figure.file}\``]));
  });

  it.each(LIMITS)('$what: the figure is what the code says', ({ figure: { says, file, text } }) => {
    expect(read(file)).toContain(text);
    if (!says.startsWith('by ')) expect(`${says} ${text}`).toMatch(/\b(\d+)\b[^]*\b\1\b/);
  });
});

let app: TestApp;
let source: DataSource;
const of = <Service>(type: abstract new (...given: never[]) => Service): Service => app.application.get(type);
const count = async (sql: string, id: string): Promise<number> => {
  const rows: { count: number }[] = await source.query(`select count(*)::integer as count from ${sql}`, [id]);
  return rows[0]?.count ?? 0;
};

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '20' });
  source = app.owner;
});
afterAll(() => app.close());

const submitOf = (userId: string) => () => {
  const claim = { kind: 'chain', currencyId: USDT, network: 'TRC20', amount: '100', sender: '' } as const;
  const hash = randomBytes(32).toString('hex');
  return of(SubmitDeposit).execute({ ...claim, userId, hash, proof: null, key: null });
};

const sessionOf = (userId: string) => () =>
  of(Transactions).run(async (tx) => {
    const user = await of(UsersStore).lock(tx, userId);
    const caller = { ip: '127.0.0.1', userAgent: 'test' };
    if (user) await of(OpenSession).execute(tx, user, { method: 'password', caller, language: 'en' });
  });

async function anOperatorId(): Promise<string> {
  const rows: { id: string }[] = await source.query(
    `insert into operator (login, password_hash, totp_secret, roles, created_at)
     values ($1, 'none', '\\x00', '{support}', now()) returning id`,
    [`limits-${randomBytes(4).toString('hex')}`],
  );
  return rows[0]?.id ?? '';
}

const operatorSessionOf = (operatorId: string) => () =>
  of(Transactions).run(async (tx) => {
    await of(OperatorsStore).lock(tx, operatorId);
    await of(OperatorSessions).open(tx, { operatorId, ip: '127.0.0.1', userAgent: 'test' });
  });

const FULL = 500;
/** So many banks, of which none is offered: they count all the same. */
async function someBanks(many: number): Promise<void> {
  await source.query('delete from account_bank');
  await source.query(
    `insert into account_bank (name, listed, changed_at) select 'Bank ' || n, false, now() from generate_series(1, $1::integer) n`,
    [many],
  );
}
const bankNamed = (name: string) => () =>
  of(Transactions).run((tx) => of(SetBank).execute(tx, { name: `Another ${name}`, listed: true }));
/** A user of so many browsers, or of one that forgets its name each time. */
async function aUserOfDevices(many: number): Promise<string> {
  const userId = await aUserId(source);
  await source.query(
    `insert into account_device (user_id, device, first_at) select $1, lpad(n::text, 22, '0'), now() from generate_series(1, $2::integer) n`,
    [userId, many],
  );
  return userId;
}
const DEVICES = 'account_device where user_id = $1';

describe('at the same time', () => {
  it('banks: five hundred', async () => {
    await someBanks(FULL - 2);
    const outcomes = outcomesOf(
      await Promise.allSettled(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => bankNamed(name)())),
    );
    expect(outcomes.sort()).toEqual(['done', 'done', ...Array<string>(6).fill('operations.nothing-changed')]);
    expect(await count('account_bank where $1 <> 0', '1')).toBe(FULL);
  });

  it('names of browsers: five hundred of a user', async () => {
    const userId = await aUserOfDevices(FULL - 2);
    await Promise.all(
      Array.from({ length: 8 }, () => of(KnownClients).remember(userId, { ip: '127.0.0.1', userAgent: 'test' })),
    );
    expect(await count(DEVICES, userId)).toBe(FULL);
  });

  it('deposits under review: twenty of a user', async () => {
    const userId = await aUserId(source);
    const submit = submitOf(userId);
    for (let place = 0; place < 19; place += 1) await submit();
    expect(outcomesOf(await heldBack(source, [userId], [submit, submit]))).toEqual(['done', 'deposits.too-many-open']);
  });

  it('photos: the last place and the last bytes of a user', async () => {
    const tries = async (quota: { uploads: number; waitingBytes: number; storedBytes: number }) => {
      const userId = await aUserId(source);
      const begin = (tx: Parameters<UploadsStore['begin']>[0]) =>
        of(UploadsStore).begin(
          tx,
          { id: randomBytes(16).toString('hex'), userId, purpose: null, bytes: 60, at: new Date() },
          { since: new Date(0), ...quota },
        );
      const taken = await Promise.all(Array.from({ length: 8 }, () => of(Transactions).run(begin)));
      return taken.filter(Boolean).length;
    };
    expect(await tries({ uploads: 3, waitingBytes: 10_000, storedBytes: 10_000 })).toBe(3);
    expect(await tries({ uploads: 100, waitingBytes: 150, storedBytes: 10_000 })).toBe(2);
    expect(await tries({ uploads: 100, waitingBytes: 10_000, storedBytes: 200 })).toBe(3);
  });

  it('sessions: ten of a user', async () => {
    const userId = await aUserId(source);
    await Promise.all(Array.from({ length: 15 }, sessionOf(userId)));
    expect(await count('account_session where user_id = $1 and ended_at is null', userId)).toBe(10);
  });

  it('sessions: five of an operator', async () => {
    const operatorId = await anOperatorId();
    await Promise.all(Array.from({ length: 9 }, operatorSessionOf(operatorId)));
    expect(await count('operator_session where operator_id = $1 and ended_at is null', operatorId)).toBe(5);
  });
});

describe('one below, at and one above', () => {
  it('the 499th and the 500th bank is added, not the 501st', async () => {
    await someBanks(FULL - 2);
    const tries = ['A', 'B', 'C'].map(bankNamed);
    expect(await inTurn(tries)).toEqual(['done', 'done', 'operations.nothing-changed']);
    // One that is there can be offered as before.
    const known = of(Transactions).run((tx) => of(SetBank).execute(tx, { name: 'Bank 1', listed: true }));
    await expect(known).resolves.toEqual(expect.anything());
  });

  it('of two names of a browser that would be the 500th and the 501st the first is kept', async () => {
    const [full, last] = [await aUserOfDevices(FULL - 2), await aUserOfDevices(FULL - 1)];
    const note = (userId: string, names: string[]) =>
      of(Transactions).run((tx) => of(UsersStore).noteDevices(tx, userId, names, new Date()));
    const [known, one, other] = ['1'.padStart(22, '0'), 'one'.padEnd(22, '-'), 'other'.padEnd(22, '-')];
    await note(full, [known, one, other]);
    await note(last, [known, one, other]);
    expect([await count(DEVICES, full), await count(DEVICES, last)]).toEqual([FULL, FULL]);
    const rows = await source.query(`select device from ${DEVICES} and device like 'o%'`, [last]);
    expect(rows).toEqual([{ device: one }]);
    await note(full, ['third'.padEnd(22, '-')]);
    expect(await count(DEVICES, full)).toBe(FULL);
  });

  it('deposits under review: the 19th, the 20th and the 21st, and one more where one is decided', async () => {
    const userId = await aUserId(source);
    const submit = submitOf(userId);
    for (let place = 0; place < 18; place += 1) await submit();
    expect(await inTurn([submit, submit, submit])).toEqual(['done', 'done', 'deposits.too-many-open']);
    await source.query(
      `update deposit set status = 'rejected' where id = (select min(id) from deposit where user_id = $1)`,
      [userId],
    );
    expect(await inTurn([submit, submit])).toEqual(['done', 'deposits.too-many-open']);
  });

  it.each([
    ['a user', 10, 'account_session', 'user_id', () => aUserId(source), sessionOf],
    ['an operator', 5, 'operator_session', 'operator_id', anOperatorId, operatorSessionOf],
  ] as const)('sessions of %s: of %i all live on, of one more the first ends', async (...given) => {
    const [, most, table, column, make, openOf] = given;
    const id = await make();
    const living: unknown[] = [];
    for (let place = 1; place <= most + 1; place += 1) {
      await openOf(id)();
      const rows: { all: boolean[] }[] = await source.query(
        `select array_agg(ended_at is null order by id) as all from ${table} where ${column} = $1`,
        [id],
      );
      living.push(rows[0]?.all);
    }
    const all = Array<boolean>(most).fill(true);
    expect(living.slice(-3)).toEqual([all.slice(1), all, [false, ...all]]);
  });
});
