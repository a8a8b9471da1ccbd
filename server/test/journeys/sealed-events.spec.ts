import { randomBytes } from 'node:crypto';
import { SecretBox } from '../../features/account/users/index.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { AccountWorld, PASSWORD } from '../factories/account-world.js';

/** Whatever changes or tries an account's security is an event, and every event is sealed. */

const PIN = '582913';
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
let world: AccountWorld;

beforeAll(async () => {
  world = await AccountWorld.open({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => world?.close());

interface Person {
  id: string;
  token: string;
  post: (path: string, fields?: Record<string, string>) => Promise<unknown>;
}

async function aPerson(): Promise<Person> {
  const user_string = `owner${randomBytes(4).toString('hex')}`;
  const form = { type: 'username', user_string, password: PASSWORD, re_password: PASSWORD };
  expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
  const token = String((await world.call.post('user/login', { user_string, password: PASSWORD })).message);
  const { id } = (await world.call.get('user/center', { token })).message as { id: number };
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const reply = await world.call.post(path, fields, { token });
    expect(reply).toMatchObject({ type: 'ok' });
    return reply.message;
  };
  return { id: String(id), token, post };
}

/** Who that is was found true by the desk. */
async function verified(person: Person): Promise<Person> {
  const number = world.app.application.get(SecretBox).seal(Buffer.from(person.id), idNumberContext(person.id));
  await world.database.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [person.id, number],
  );
  await world.database.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [person.id],
  );
  return person;
}

async function eventsOf({ id }: Person): Promise<[kind: string, about: string][]> {
  const { rows } = await world.database.query<{ kind: string; about: string }>(
    'select kind, about from account_security_event where user_id = $1 order by id offset 2',
    [id],
  );
  return rows.map(({ kind, about }) => [kind, about]);
}

/** The sealer waits for whoever may still write, in other databases of the server too, and gives up after a while. */
async function sealed(): Promise<void> {
  for (;;) {
    await world.app.application.get(SealAudit).execute();
    const { rows } = await world.database.query(
      `select from account_security_event where id > coalesce((select max(last_event) from audit_seal), 0)`,
    );
    if (rows.length === 0) return;
  }
}

it('a withdrawal address that comes and goes is said with its ends', async () => {
  const person = await verified(await aPerson());
  await person.post('safe/update_password', { password: PIN, re_password: PIN, login_password: PASSWORD });
  const added = { currency_id: '3', address: TRON, netType: 'TRC20', pay_password: PIN, login_password: PASSWORD };
  await person.post('wallet/addaddress', added);
  const { rows } = await world.database.query('select id from withdrawal_address where user_id = $1', [person.id]);
  await person.post('wallet/deladdress', { address_id: String(rows[0].id) });
  const again = await world.call.post('wallet/deladdress', { address_id: String(rows[0].id) }, { token: person.token });
  expect(again).toMatchObject({ code: 'wallet.not-found' });
  expect(await eventsOf(person)).toEqual([
    ['fund-password-set', ''],
    ['address-added', 'TUEZSd…hGWYdH'],
    ['address-removed', 'TUEZSd…hGWYdH'],
  ]);
});

it('where a user is paid, and that somebody wants to be a merchant', async () => {
  const person = await verified(await aPerson());
  await person.post('safe/update_password', { password: PIN, re_password: PIN, login_password: PASSWORD });
  // As of whoever has a contact, whose code proves it.
  await world.database.query('update account_fund_password set plainly_proven = false where user_id = $1', [person.id]);
  const account = { way: 'bank', account: '6222 0001', bank: 'First Bank', pay_password: PIN };
  const { id } = (await person.post('ctc/payment/add', account)) as { id: string };
  const gone = await fetch(`${world.app.url}/api/ctc/payment/delete`, {
    method: 'PUT',
    body: new URLSearchParams({ id }),
    headers: { authorization: person.token },
  });
  expect(await gone.json()).toMatchObject({ type: 'ok' });
  await person.post('ctc/merchant/apply', { nickname: `Lotus ${person.id}` });
  expect(await eventsOf(person)).toEqual([
    ['fund-password-set', ''],
    ['otc-payment-added', '…0001'],
    ['otc-payment-removed', id],
    ['merchant-applied', ''],
  ]);
});

it('who somebody says to be', async () => {
  const person = await aPerson();
  const fields = { country: 'Japan', name: 'Ann Example', card_id: 'TK 1234567', address: '1 Street, Tokyo' };
  await person.post('user/real_name', fields);
  // The same again is the same command, and another one is refused while the first is looked at.
  await person.post('user/real_name', fields);
  const other = await world.call.post('user/real_name', { ...fields, name: 'Bob' }, { token: person.token });
  expect(other).toMatchObject({ code: 'verification.under-review' });
  expect(await eventsOf(person)).toEqual([['verification-submitted', 'basic']]);
});

it('the word by which our messages are known, and never the word itself', async () => {
  const person = await aPerson();
  for (const word of ['marigold', 'marigold']) await person.post('user/anti_phishing', { word });
  await person.post('user/anti_phishing');
  expect(await eventsOf(person)).toEqual([
    ['anti-phishing-changed', 'set'],
    ['anti-phishing-changed', 'removed'],
  ]);
  const log = await world.call.get('user/securityLog?page=1&limit=10', { token: person.token, language: 'zh' });
  const { list } = log.message as { list: { content: string }[] };
  expect(list.map(({ content }) => content)).toEqual(['修改防钓鱼码', '修改防钓鱼码', '登录成功', '账号注册']);
});

it('all of it is sealed, and one event that somebody with every right changes is found', async () => {
  const person = await aPerson();
  await person.post('user/logout');
  expect(await eventsOf(person)).toEqual([['session-ended', 'logout']]);
  await sealed();
  const breaks = async () => (await world.database.query('select seal, fault from audit_breaks()')).rows;
  expect(await breaks()).toEqual([]);
  await world.database.query('alter table account_security_event disable trigger user');
  await world.database.query(`update account_security_event set kind = 'login' where user_id = $1`, [person.id]);
  for (const guard of ['append_only', 'refuse_truncate', 'number'])
    await world.database.query(
      `alter table account_security_event enable always trigger account_security_event_${guard}`,
    );
  expect(await breaks()).toMatchObject([
    { fault: expect.stringMatching(/^its events 1 to \d+ are not what was sealed$/) },
  ]);
});
