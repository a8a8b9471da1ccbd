import { Client } from 'pg';
import type { VerificationView } from '../../contract/verification.dto.js';
import {
  ApproveVerification,
  ClaimVerification,
  ListVerificationQueue,
  ReadVerificationCase,
  type Rejection,
  RejectVerification,
  VerificationLevels,
} from '../../features/verification/index.js';
import { Clock } from '../../platform/clock/clock.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { aUser, type TestUser } from '../factories/users.js';

let database: TestDatabase;
let sql: Client;
let app: TestApp;
/** A second gateway on the same database, with a data folder of its own: calls go to both in turn. */
let other: TestApp;
let calls = 0;
let jpeg: Buffer;
let numbers = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  app = await bootApp({ LOG_LEVEL: 'silent' }, database);
  other = await bootApp({ LOG_LEVEL: 'silent', ROLES: 'gateway' }, database);
  jpeg = await aPhoto({ width: 64, height: 48 });
}, 60_000);

afterAll(async () => {
  await other?.close();
  await app?.close();
  await sql?.end();
  await database?.drop();
});

interface Reply {
  type: string;
  message: string;
  code?: string;
}

/** As the old mobile client sends it: form-encoded, every value a text, a stray field in every address. */
async function post(user: TestUser, path: string, fields: Record<string, string>, key?: string): Promise<Reply> {
  const { url } = calls++ % 2 === 0 ? app : other;
  const reply = await fetch(`${url}/api/${path}?_timespan=${Date.now()}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      authorization: user.token,
      'language-mark': 'en',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Reply;
}

async function get<Message>(user: TestUser, path: string): Promise<Message> {
  const headers = { authorization: user.token, 'language-mark': 'en' };
  const reply = await fetch(`${app.url}/api/${path}`, { headers });
  const { type, message } = (await reply.json()) as { type: string; message: Message };
  expect(type).toBe('ok');
  return message;
}

async function upload(user: TestUser): Promise<string> {
  const reply = await fetch(`${app.url}/api/upload`, {
    method: 'POST',
    body: new Uint8Array(formBytes([{ name: 'file', body: jpeg }])),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: user.token },
  });
  return ((await reply.json()) as Reply).message;
}

const use = <Service>(service: abstract new (...parameters: never[]) => Service): Service =>
  app.application.get(service as never, { strict: false });

const claim = (caseId: string, operatorId = '7') =>
  use(Transactions).run((tx) => use(ClaimVerification).execute(tx, { caseId, operatorId }));
const approve = (caseId: string, operatorId = '7') =>
  use(Transactions).run((tx) => use(ApproveVerification).execute(tx, { caseId, operatorId }));
const reject = (caseId: string, photoReasons: Rejection['photoReasons'] = {}, reason = 'Not readable') =>
  use(Transactions).run((tx) => use(RejectVerification).execute(tx, { caseId, operatorId: '7', reason, photoReasons }));

const aPerson = (fields: Record<string, string> = {}) => ({
  country: 'Japan',
  name: 'Canary Person',
  card_id: `TK ${1_000_000 + ++numbers}`,
  address: '1 Canary Street, Tokyo',
  ...fields,
});

async function caseOf(user: TestUser, level = 'basic'): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from verification_case where user_id = $1 and level = $2',
    [user.userId, level],
  );
  return rows[0]?.id ?? '';
}

const events = async (user: TestUser) =>
  (await sql.query(`select kind, payload from outbox where user_id = $1 order by sequence`, [user.userId])).rows;

const history = async (caseId: string) =>
  (await sql.query(`select version, status from verification_history where case_id = $1 order by version`, [caseId]))
    .rows;

async function verifiedUser(): Promise<TestUser> {
  const user = await aUser(database.url);
  await post(user, 'user/real_name', aPerson());
  const id = await caseOf(user);
  await claim(id);
  await approve(id);
  return user;
}

async function photos(user: TestUser): Promise<Record<'front_pic' | 'reverse_pic' | 'hand_pic', string>> {
  return { front_pic: await upload(user), reverse_pic: await upload(user), hand_pic: await upload(user) };
}

describe('the way of a user through both levels', () => {
  it('goes from nothing over a rejection of one photo to verified, told at every step', async () => {
    const user = await aUser(database.url);
    expect(await get(user, 'user/center')).toMatchObject({ review_status: 0, name: '', card_id: '' });
    expect(await get<VerificationView>(user, 'user/verification')).toMatchObject({
      basic: { status: 'none', version: 0 },
      advanced: { status: 'none', photos: [] },
    });

    const submitted = await post(user, 'user/real_name', { ...aPerson({ card_id: 'ab-1234 56CD' }), lang: 'en' });
    expect(submitted).toEqual({ type: 'ok', message: 'Submit success' });
    expect(await get(user, 'user/center')).toMatchObject({
      review_status: 1,
      name: 'Canary Person',
      card_id: 'AB******CD',
    });
    const early = await post(user, 'user/real_name2', { front_pic: await upload(user) });
    expect(early).toMatchObject({ type: 'error', code: 'verification.basic-required' });

    const basic = await caseOf(user);
    await claim(basic);
    await approve(basic);
    expect(await get(user, 'user/center')).toMatchObject({ review_status: 2 });

    const first = await photos(user);
    expect(await post(user, 'user/real_name2', { country: 'Japan', ...first })).toMatchObject({ type: 'ok' });
    expect(await get(user, 'user/center2')).toMatchObject({ review_status: 1 });
    const advanced = await caseOf(user, 'advanced');
    await claim(advanced);
    await reject(advanced, { back: 'The lower edge is cut off' });

    const rejected = await get<VerificationView>(user, 'user/verification');
    expect(rejected.advanced).toMatchObject({
      review_status: 0,
      status: 'rejected',
      reason: 'Not readable',
      photos: [
        { kind: 'back', status: 'rejected', reason: 'The lower edge is cut off', reference: first.reverse_pic },
        { kind: 'front', status: 'accepted', reason: null, reference: first.front_pic },
        { kind: 'hand', status: 'accepted', reason: null, reference: first.hand_pic },
      ],
    });

    expect(await post(user, 'user/real_name2', {})).toMatchObject({ code: 'request.invalid' });
    const again = await upload(user);
    expect(await post(user, 'user/real_name2', { reverse_pic: again })).toMatchObject({ type: 'ok' });
    expect((await get<VerificationView>(user, 'user/verification')).advanced.photos).toMatchObject([
      { kind: 'back', status: 'under-review', reference: again },
      { kind: 'front', status: 'accepted', reference: first.front_pic },
      { kind: 'hand', status: 'accepted', reference: first.hand_pic },
    ]);
    await claim(advanced);
    await approve(advanced);
    expect(await get(user, 'user/center2')).toMatchObject({ review_status: 2 });

    const told = (
      level: string,
      entityVersion: number,
      status: string,
      reason: string | null = null,
      back?: string,
    ) => ({
      kind: 'kyc',
      payload: {
        entity: `verification:${level}`,
        entityVersion,
        level,
        status,
        reason,
        photoReasons: back === undefined ? {} : { back },
      },
    });
    expect(await events(user)).toEqual([
      told('basic', 1, 'under-review'),
      told('basic', 2, 'verified'),
      told('advanced', 1, 'under-review'),
      told('advanced', 2, 'rejected', 'Not readable', 'The lower edge is cut off'),
      told('advanced', 3, 'under-review'),
      told('advanced', 4, 'verified'),
    ]);
    const replaced = await fetch(`${app.url}/api/upload/${first.reverse_pic}`, {
      headers: { authorization: user.token },
    });
    expect(replaced.status).toBe(404);
  });
});

describe('the basic verification', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no country', { country: '' }, 'verification.country-unknown'],
    ['a country of nowhere', { country: 'Atlantis' }, 'verification.country-unknown'],
    ['a name of blanks', { name: '   ' }, 'request.invalid'],
    ['a name with a zero byte', { name: 'a\0b' }, 'request.invalid'],
    ['a name that turns around', { name: 'a\u202Eb' }, 'request.invalid'],
    ['a name without an end', { name: 'n'.repeat(101) }, 'request.invalid'],
    ['a number of three signs', { card_id: '1-2-3' }, 'verification.id-number-invalid'],
    ['a number of 31 signs', { card_id: '1'.repeat(31) }, 'verification.id-number-invalid'],
    ['a number with a quote', { card_id: "12345' or 1=1" }, 'verification.id-number-invalid'],
    ['an ID of another kind', { certificate_type: 'library card' }, 'request.invalid'],
    ['no address', { address: ' ' }, 'request.invalid'],
  ])('with %s is refused', async (_name, fields, code) => {
    const user = await aUser(database.url);
    expect(await post(user, 'user/real_name', aPerson(fields))).toMatchObject({ type: 'error', code });
    expect(await caseOf(user)).toBe('');
  });

  it('without one of its fields is refused by its name', async () => {
    const user = await aUser(database.url);
    for (const field of ['country', 'name', 'card_id', 'address']) {
      const { [field]: _left, ...rest } = aPerson() as Record<string, string>;
      const reply = await post(user, 'user/real_name', rest);
      expect(reply).toMatchObject({ type: 'error', code: 'request.invalid' });
      expect(reply.message).toContain(field);
    }
  });

  it('knows a country by its name in every language, and an ID by the spellings of others', async () => {
    for (const country of ['日本', 'Japón', 'ญี่ปุ่น', '일본', 'JP', ' japan ']) {
      const user = await aUser(database.url);
      const person = aPerson({ country, certificate_type: 'Driving_Licence' });
      expect(await post(user, 'user/real_name', person)).toMatchObject({ type: 'ok' });
      const { basic } = await get<VerificationView>(user, 'user/verification');
      expect(basic).toMatchObject({ country: 'JP', certificate_type: 'driving-licence' });
    }
  });

  it('keeps the number of the ID where neither the database nor a reply shows it', async () => {
    const user = await aUser(database.url);
    await post(user, 'user/real_name', aPerson({ card_id: 'CANARY998877' }));
    const { rows } = await sql.query<{ row: string }>(
      `select row_to_json(known)::text as row from verification_case known where user_id = $1
       union all select row_to_json(event)::text from outbox event where user_id = $1
       union all select row_to_json(command)::text from idempotent_command command where user_id = $1`,
      [user.userId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { row } of rows) {
      expect(row).not.toContain('CANARY998877');
      expect(row).not.toContain(Buffer.from('CANARY998877').toString('hex'));
    }
    expect(JSON.stringify(await get(user, 'user/verification'))).not.toContain('CANARY998877');
    expect(await use(ReadVerificationCase).execute(await caseOf(user))).toMatchObject({ idNumber: 'CANARY998877' });
  });

  it('with the number of somebody else looks like any other, is shown to the reviewer, and is verified for one', async () => {
    const [first, second] = await Promise.all([aUser(database.url), aUser(database.url)]);
    const person = aPerson({ card_id: 'SAME-777 111' });
    expect(await post(first, 'user/real_name', person)).toMatchObject({ type: 'ok' });
    const other = aPerson({ country: '日本', card_id: 'same777111' });
    expect(await post(second, 'user/real_name', other)).toMatchObject({ type: 'ok' });
    const cases = [await caseOf(first), await caseOf(second)] as [string, string];
    expect(await use(ReadVerificationCase).execute(cases[1])).toMatchObject({
      sameNumber: [{ userId: first.userId, status: 'under-review' }],
    });
    for (const id of cases) await claim(id);
    const results = await Promise.allSettled(cases.map((id) => approve(id)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'verification.id-number-used' },
    });
    const { rows } = await sql.query(`select status from verification_case where id = any($1) order by status`, [
      cases,
    ]);
    expect(rows).toEqual([{ status: 'under-review' }, { status: 'verified' }]);
  });

  it('sent twice is one submission, with a key or without', async () => {
    for (const key of ['key-of-the-client', undefined]) {
      const user = await aUser(database.url);
      const person = aPerson();
      const replies = await Promise.all(Array.from({ length: 8 }, () => post(user, 'user/real_name', person, key)));
      for (const reply of replies) expect(reply).toEqual({ type: 'ok', message: 'Submit success' });
      expect(await history(await caseOf(user))).toEqual([{ version: 1, status: 'under-review' }]);
      expect(await events(user)).toHaveLength(1);
    }
  });

  it('of two that differ, sent at the same time, one counts', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await aUser(database.url);
      const replies = await Promise.all([
        post(user, 'user/real_name', aPerson({ name: 'One' })),
        post(user, 'user/real_name', aPerson({ name: 'Two' })),
      ]);
      expect(replies.map(({ code, type }) => code ?? type).sort()).toEqual(['ok', 'verification.under-review']);
      expect(await events(user)).toHaveLength(1);
    }
  }, 60_000);

  it('cannot be handed in again while it is reviewed, nor when it is done, but after a rejection', async () => {
    const user = await aUser(database.url);
    await post(user, 'user/real_name', aPerson());
    expect(await post(user, 'user/real_name', aPerson())).toMatchObject({ code: 'verification.under-review' });
    const id = await caseOf(user);
    await claim(id);
    await reject(id);
    expect(await get<VerificationView>(user, 'user/verification')).toMatchObject({
      basic: { status: 'rejected', reason: 'Not readable', review_status: 0 },
    });
    expect(await post(user, 'user/real_name', aPerson())).toMatchObject({ type: 'ok' });
    await claim(id);
    await approve(id);
    expect(await post(user, 'user/real_name', aPerson())).toMatchObject({ code: 'verification.already-verified' });
  });
});

describe('the advanced verification', () => {
  it('needs all three photos, of the user himself, each of them once', async () => {
    const user = await verifiedUser();
    const other = await aUser(database.url);
    const own = await photos(user);
    const { hand_pic: _left, ...two } = own;
    const missing = await post(user, 'user/real_name2', two);
    expect(missing).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('hand_pic') });
    for (const wrong of [await upload(other), own.front_pic, '0'.repeat(32), '../../etc/passwd', 'https://x/y.jpg']) {
      expect(await post(user, 'user/real_name2', { ...own, hand_pic: wrong })).toMatchObject({
        code: 'uploads.unknown',
      });
    }
    // Nothing of what was refused has used a photo up.
    expect(await post(user, 'user/real_name2', own)).toMatchObject({ type: 'ok' });
    expect(await post(user, 'user/real_name2', await photos(user))).toMatchObject({
      code: 'verification.under-review',
    });
  });

  it('of two at the same time, one counts', async () => {
    const user = await verifiedUser();
    const [one, two] = [await photos(user), await photos(user)];
    const replies = await Promise.all([post(user, 'user/real_name2', one), post(user, 'user/real_name2', two)]);
    expect(replies.map(({ code, type }) => code ?? type).sort()).toEqual(['ok', 'verification.under-review']);
    const { rows } = await sql.query(
      `select count(*)::integer as used from upload where user_id = $1 and state = 'used'`,
      [user.userId],
    );
    expect(rows).toEqual([{ used: 3 }]);
  });

  it('is rejected only with a reason for a photo, in words', async () => {
    const user = await verifiedUser();
    await post(user, 'user/real_name2', await photos(user));
    const id = await caseOf(user, 'advanced');
    await claim(id);
    const refused = { code: 'verification.reasons-needed' };
    await expect(reject(id)).rejects.toMatchObject(refused);
    await expect(reject(id, { front: ' ' })).rejects.toMatchObject(refused);
    await expect(reject(id, { front: 'x'.repeat(501) })).rejects.toMatchObject(refused);
    await expect(reject(id, { face: 'x' } as never)).rejects.toMatchObject(refused);
    await expect(reject(id, { front: 'Glare' }, '')).rejects.toMatchObject(refused);
    expect(await history(id)).toHaveLength(1);
    await reject(id, { front: 'Glare' });
  });
});

describe('the reviewers', () => {
  it('see the oldest case first, with the number masked', async () => {
    const user = await aUser(database.url);
    await post(user, 'user/real_name', aPerson({ card_id: 'QUEUE123456' }));
    await sql.query(`update verification_case set submitted_at = now() - interval '2 days' where user_id = $1`, [
      user.userId,
    ]);
    const { list, count } = await use(ListVerificationQueue).execute(1, 5);
    expect(list[0]).toMatchObject({ userId: user.userId, idNumberMasked: 'QU******56', claimedBy: null });
    expect(count).toBeGreaterThan(0);
    expect(JSON.stringify(list)).not.toContain('QUEUE123456');
  });

  it('work on a case one at a time, and may decide only what they hold', async () => {
    const user = await aUser(database.url);
    await post(user, 'user/real_name', aPerson());
    const id = await caseOf(user);
    const claimed = { code: 'verification.case-claimed' };
    await expect(approve(id)).rejects.toMatchObject(claimed);
    const results = await Promise.allSettled(['7', '8', '9'].map((operatorId) => claim(id, operatorId)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await sql.query<{ claimed_by: string }>('select claimed_by from verification_case where id = $1', [
      id,
    ]);
    const holder = rows[0]?.claimed_by ?? '';
    const other = holder === '7' ? '8' : '7';
    await expect(claim(id, other)).rejects.toMatchObject(claimed);
    await expect(approve(id, other)).rejects.toMatchObject(claimed);
    await claim(id, holder);
    // A quarter of an hour later the case is anybody's.
    const past = new Date(use(Clock).now() - 1000);
    await sql.query('update verification_case set claimed_until = $2 where id = $1', [id, past]);
    await expect(approve(id, holder)).rejects.toMatchObject(claimed);
    await claim(id, other);
    await approve(id, other);
    await expect(claim(id, other)).rejects.toMatchObject({ code: 'verification.case-decided' });
    for (const wrong of ['0', '-1', 'abc', '9'.repeat(40), '', '999999']) {
      await expect(approve(wrong)).rejects.toMatchObject({ code: 'verification.case-unknown' });
    }
  });

  it('who approve and reject at the same time: one of them wins, and the history tells which', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await aUser(database.url);
      await post(user, 'user/real_name', aPerson());
      const id = await caseOf(user);
      await claim(id);
      const results = await Promise.allSettled([approve(id), reject(id), approve(id), reject(id)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'verification.case-decided' });
      }
      const { rows } = await sql.query('select status from verification_case where id = $1', [id]);
      expect(await history(id)).toEqual([
        { version: 1, status: 'under-review' },
        { version: 2, ...rows[0] },
      ]);
      expect(await events(user)).toHaveLength(2);
    }
  }, 60_000);

  it('leave nothing of a decision whose transaction fails', async () => {
    const user = await aUser(database.url);
    await post(user, 'user/real_name', aPerson());
    const id = await caseOf(user);
    await claim(id);
    const failing = use(Transactions).run(async (tx) => {
      await use(ApproveVerification).execute(tx, { caseId: id, operatorId: '7' });
      throw new Error('the log of the desk failed');
    });
    await expect(failing).rejects.toThrow('the log of the desk failed');
    expect(await history(id)).toHaveLength(1);
    expect(await events(user)).toHaveLength(1);
    expect(await use(VerificationLevels).of(user.userId)).toEqual({ basic: 'under-review', advanced: 'none' });
  });
});

describe('the database', () => {
  it('lets a case go only along its edges, and keeps its history', async () => {
    const user = await verifiedUser();
    const id = await caseOf(user);
    const set = (fields: string) => sql.query(`update verification_case set ${fields} where id = $1`, [id]);
    await expect(set(`status = 'rejected', reason = 'x', version = version + 1`)).rejects.toThrow('cannot go');
    await expect(set(`status = 'under-review', decided_at = null, version = version + 1`)).rejects.toThrow('cannot go');
    await expect(set('version = version + 1')).rejects.toThrow('a version is a change');
    await expect(set('user_id = user_id + 1')).rejects.toThrow('belongs to one user');
    await expect(sql.query('delete from verification_history')).rejects.toThrow('written once');
    await expect(
      sql.query(
        `insert into verification_case (user_id, level, status, version, submitted_at, decided_at)
         values ($1, 'advanced', 'verified', 1, now(), now())`,
        [user.userId],
      ),
    ).rejects.toThrow('begins under review');
  });
});

describe('what asks for a verified user', () => {
  it('lets him through when he is, and tells old clients to open the verification when he is not', async () => {
    const levels = use(VerificationLevels);
    const [stranger, verified] = [await aUser(database.url), await verifiedUser()];
    await expect(levels.assertVerified(stranger.userId)).rejects.toMatchObject({ code: 'verification.required' });
    await levels.assertVerified(verified.userId);
    await expect(levels.assertVerified(verified.userId, { level: 'advanced' })).rejects.toMatchObject({
      code: 'verification.required',
    });
    await use(Transactions).run((tx) => levels.assertVerified(verified.userId, { tx }));
  });

  it('every call wants a session', async () => {
    for (const [path, method] of [
      ['user/real_name', 'POST'],
      ['user/real_name2', 'POST'],
      ['user/verification', 'GET'],
      ['upload', 'POST'],
      ['upload/views', 'GET'],
      [`upload/${'0'.repeat(32)}`, 'GET'],
    ] as const) {
      for (const authorization of ['', 'null', 'x'.repeat(43)]) {
        const reply = await fetch(`${app.url}/api/${path}`, { method, headers: { authorization } });
        expect(await reply.json()).toMatchObject({ type: '999' });
      }
    }
  });
});
