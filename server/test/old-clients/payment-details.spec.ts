import { SecretBox } from '../../features/account/users/index.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { AccountWorld, PASSWORD } from '../factories/account-world.js';
import { anOperator, callDesk } from '../factories/operators.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';

/** Where a user is paid, in the form of clients that know Alipay and WeChat beside a bank account. */
let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open();
}, 60_000);

afterAll(() => world?.close());

const FORM = {
  real_name: 'Zhang San',
  bank_name: '招商银行',
  // Not a card: no check digit.
  bank_account: 6225880112345678,
  alipay_account: 'zhang@example.com',
  wechat_nickname: '张三',
  wechat_account: 'zhangsan1988',
};

/** As an operator would, in this name. */
async function verify(token: string, name: string): Promise<void> {
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const number = world.app.application.get(SecretBox).seal(Buffer.from(`id ${id}`), idNumberContext(String(id)));
  await world.database.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'CN', $2, 'passport', $3, sha256($3), 'Street 1', now())`,
    [id, name, number],
  );
  await world.database.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = $1`,
    [id],
  );
}

/** As those clients do: without a word about what it is for. */
async function upload(token: string): Promise<string> {
  const reply = await fetch(`${world.app.url}/api/upload`, {
    method: 'POST',
    body: new Uint8Array(formBytes([{ name: 'file', body: await aPhoto({ width: 64, height: 48 }) }])),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: token },
  });
  return ((await reply.json()) as { message: string }).message;
}

async function aPerson() {
  const person = await world.aSignedInUser();
  const { token } = person;
  await verify(token, 'Zhang San');
  const post = (path: string, fields: object) => world.call.postJson(path, fields, { token });
  const info = async () => (await post('user/cash_info', {})).message as Record<string, unknown>;
  return { ...person, post, info, photo: () => upload(token) };
}

it('is told the account’s name and the banks before anything is bound', async () => {
  const { email, info } = await aPerson();
  const before = await info();
  expect(Object.keys(before).sort()).toEqual(['account_number', 'banks']);
  expect(before.account_number).toBe(email);
  expect(before.banks).toContainEqual({ id: expect.any(Number), name: '招商银行' });
});

it('keeps and answers everything that the form has, with both pictures', async () => {
  const { email, post, info, photo } = await aPerson();
  const [alipay_qr_code, wechat_qr_code] = [await photo(), await photo()];
  const form = { ...FORM, alipay_qr_code, wechat_qr_code, login_password: PASSWORD };
  expect(await post('user/cash_save', form)).toMatchObject({ type: 'ok', message: 'Bind success' });
  const { bank_account, ...rest } = FORM;
  const expected = {
    ...rest,
    bank_account: String(bank_account),
    account_number: email,
    alipay_qr_code,
    wechat_qr_code,
  };
  expect(await info()).toMatchObject(expected);
  // The form as it was shown, sent again: the pictures are the user's already.
  expect(await post('user/cash_save', { ...form, wechat_account: 'zs' })).toMatchObject({ type: 'ok' });
  expect(await info()).toMatchObject({ ...expected, wechat_account: 'zs' });
  const another = await photo();
  expect(await post('user/cash_save', { ...form, alipay_qr_code: another, wechat_qr_code: '' })).toMatchObject({
    type: 'ok',
  });
  expect(await info()).toMatchObject({ alipay_qr_code: another, wechat_qr_code: '' });
  const states = await world.database.query('select id, state, purpose from upload where id = any($1)', [
    [alipay_qr_code, wechat_qr_code, another],
  ]);
  expect(new Map(states.rows.map(({ id, state, purpose }) => [id, `${state} ${purpose}`]))).toEqual(
    new Map([
      [alipay_qr_code, 'discarded payment'],
      [wechat_qr_code, 'discarded payment'],
      [another, 'used payment'],
    ]),
  );
});

it('takes no picture of somebody else’s, and none of another purpose', async () => {
  const owner = await aPerson();
  const thief = await aPerson();
  const picture = await owner.photo();
  const stolen = { ...FORM, alipay_qr_code: picture, login_password: PASSWORD };
  expect(await thief.post('user/cash_save', stolen)).toMatchObject({ status: 200, code: 'uploads.unknown' });
  expect(Object.keys(await thief.info()).sort()).toEqual(['account_number', 'banks']);
  expect(await owner.post('user/cash_save', stolen)).toMatchObject({ type: 'ok' });
});

it('binds nothing without a proof that the owner is at hand', async () => {
  const { email, post, info } = await aPerson();
  await world.database.query(
    `update account_session s set created_at = s.created_at - interval '11 minutes'
       from account_user u where u.id = s.user_id and u.email = $1`,
    [email],
  );
  expect(await post('user/cash_save', FORM)).toMatchObject({ status: 200, code: 'account.login-again' });
  expect(await info()).not.toHaveProperty('bank_account');
});

it('offers the banks that the desk lists', async () => {
  const { info } = await aPerson();
  const ann = await anOperator(world.app.owner, 'settings');
  const bob = await anOperator(world.app.owner, 'treasurer');
  const list = (body: object, by = ann) => callDesk(world.app.url, 'reference/banks', { by, body });
  const names = async () => ((await info()).banks as { name: string }[]).map(({ name }) => name);
  expect(await list({ name: 'Bank of Elsewhere', reason: 'Asked for' })).toMatchObject({ type: 'ok' });
  expect(await list({ name: 'Bank of Elsewhere', reason: 'Asked for' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  expect(await names()).toContain('Bank of Elsewhere');
  await list({ name: '交通银行', listed: false, reason: 'Merged' });
  expect(await names()).not.toContain('交通银行');
  await list({ name: '交通银行', listed: true, reason: 'It was not' });
  expect(await names()).toContain('交通银行');
  expect(await list({ name: 'Nobody’s Bank', listed: false, reason: 'A try' })).toMatchObject({
    code: 'operations.nothing-changed',
  });
  expect(await list({ name: 'X Bank', reason: 'A try' }, bob)).toMatchObject({ code: 'access.forbidden' });
});
