import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { REFUSAL_CODES } from '../contract/errors.js';
import { OpenSession } from '../features/account/sessions/index.js';
import { UploadsStore } from '../features/account/uploads/uploads.store.js';
import { UsersStore } from '../features/account/users/index.js';
import { OperatorSessions } from '../features/operations/operators/operator-sessions.js';
import { OperatorsStore } from '../features/operations/operators/operators.store.js';
import { SubmitDeposit } from '../features/wallet/deposits/submit-deposit.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { bootApp, type TestApp } from './app.js';
import { heldBack, outcomesOf } from './factories/held-back.js';
import { aUserId, USDT } from './factories/ledger.js';
import { LIMITS, OF_ONE_REQUEST } from './limits.js';

const read = (file: string) => {
  const path = join(__dirname, '..', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

describe('the table of limits', () => {
  it('has every refusal that says "at most"', () => {
    const known = new Set([...LIMITS.map(({ refusal }) => refusal), ...OF_ONE_REQUEST]);
    const such = REFUSAL_CODES.filter((code) => /too-(many|large)|maximum|no-room|sold-out|quota/.test(code));
    expect(such.filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => code !== null && !(REFUSAL_CODES as readonly string[]).includes(code))).toEqual(
      [],
    );
  });

  it.each(LIMITS)('$what: the guard and the race are where it says', ({ guard, race }) => {
    expect(read(guard.file)).toContain(guard.text);
    expect(read(race.file)).toContain(`it('${race.title}'`);
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

describe('at the same time', () => {
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

  it('deposits under review: twenty of a user', async () => {
    const userId = await aUserId(source);
    const submit = () => {
      const claim = { kind: 'chain', currencyId: USDT, network: 'TRC20', amount: '100', sender: '' } as const;
      const hash = randomBytes(32).toString('hex');
      return of(SubmitDeposit).execute({ ...claim, userId, hash, proof: null, key: null });
    };
    for (let place = 0; place < 19; place += 1) await submit();
    expect(outcomesOf(await heldBack(source, [userId], [submit, submit]))).toEqual(['done', 'deposits.too-many-open']);
  });

  it('photos: the last place and the last bytes of a user', async () => {
    const tries = async (quota: { uploads: number; waitingBytes: number; keptBytes: number }) => {
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
    expect(await tries({ uploads: 3, waitingBytes: 10_000, keptBytes: 10_000 })).toBe(3);
    expect(await tries({ uploads: 100, waitingBytes: 150, keptBytes: 10_000 })).toBe(2);
    expect(await tries({ uploads: 100, waitingBytes: 10_000, keptBytes: 200 })).toBe(3);
  });

  it('sessions: ten of a user', async () => {
    const userId = await aUserId(source);
    const caller = { ip: '127.0.0.1', userAgent: 'test' };
    const open = () =>
      of(Transactions).run(async (tx) => {
        const user = await of(UsersStore).lock(tx, userId);
        if (user) await of(OpenSession).execute(tx, user, { method: 'password', caller, language: 'en' });
      });
    await Promise.all(Array.from({ length: 15 }, open));
    expect(await count('account_session where user_id = $1 and ended_at is null', userId)).toBe(10);
  });

  it('sessions: five of an operator', async () => {
    const rows: { id: string }[] = await source.query(
      `insert into operator (login, password_hash, totp_secret, roles, created_at)
       values ($1, 'none', '\\x00', '{support}', now()) returning id`,
      [`limits-${randomBytes(4).toString('hex')}`],
    );
    const operatorId = rows[0]?.id ?? '';
    const open = () =>
      of(Transactions).run(async (tx) => {
        await of(OperatorsStore).lock(tx, operatorId);
        await of(OperatorSessions).open(tx, { operatorId, ip: '127.0.0.1', userAgent: 'test' });
      });
    await Promise.all(Array.from({ length: 9 }, open));
    expect(await count('operator_session where operator_id = $1 and ended_at is null', operatorId)).toBe(5);
  });
});
