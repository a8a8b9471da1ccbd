import { RouteList } from '../../platform/http/route-list.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { aUser } from '../factories/users.js';
import { type FuzzRoute, fuzzRequests } from './http.fuzz.js';

let app: TestApp;
let call: Caller;

beforeAll(async () => {
  app = await bootApp({ PUBLIC_URL: 'https://trade.example:8443' });
  call = new Caller(app);
}, 60_000);

afterAll(() => app?.close());

/** Every call of the accounts with the fields that it reads. */
const ROUTES: FuzzRoute[] = [
  [
    'POST',
    'user/register',
    ['type', 'user_string', 'areacode', 'code', 'password', 're_password', 'withdraw_password'],
  ],
  ['POST', 'user/checkExtcode', ['extension_code']],
  ['GET', 'get/reg', []],
  ['POST', 'user/login', ['user_type', 'user_string', 'areacode', 'area_code_id', 'password', 'totp_code']],
  ['GET', 'user/center', []],
  ['GET', 'user/center2', []],
  ['GET', 'user/info', []],
  ['GET', 'user/userLog', ['page', 'limit']],
  ['GET', 'user/securityLog', ['page', 'limit']],
  ['POST', 'user/cash_info', ['lang']],
  [
    'POST',
    'user/cash_save',
    ['real_name', 'bank_name', 'bank_account', 'swift_code', 'bank_branch', 'code', 'proof_nonce'],
  ],
  ['POST', 'user/e_pwd', ['old_password', 'password']],
  ['POST', 'user/has_password', []],
  [
    'POST',
    'safe/update_password',
    ['oldpassword', 'password', 're_password', 'code', 'login_password', 'proof_nonce', 'proof_signature', 'passkey'],
  ],
  ['POST', 'user/check_mobile', ['mobile_code', 'user_string', 'areacode']],
  ['POST', 'user/check_email', ['email_code', 'user_string']],
  ['POST', 'user/forget', ['account', 'password', 'repassword', 'code']],
  ['POST', 'sms_mail', ['user_string', 'type']],
  ['POST', 'user/sms_send', ['user_string', 'areacode', 'type']],
  ['POST', 'sms_other_mail', ['act', 'amount', 'coin', 'target']],
  ['POST', 'user/proofs', ['act']],
  ['POST', 'user/proof_nonce', ['chain', 'address', 'chain_id', 'act', 'amount', 'coin', 'target']],
  ['POST', 'user/sessions', []],
  ['POST', 'user/sessions/revoke', ['id']],
  ['POST', 'user/sessions/end', ['session']],
  ['POST', 'user/totp/setup', ['password']],
  ['POST', 'user/totp/confirm', ['code']],
  ['POST', 'user/totp/disable', ['password', 'code']],
  ['POST', 'user/anti_phishing', ['word']],
  ['POST', 'user/wallet_nonce', ['chain', 'address', 'chain_id']],
  ['POST', 'user/wallet_login', ['chain', 'address', 'nonce', 'signature']],
  ['POST', 'user/wallets', []],
  ['POST', 'user/passkeys', []],
  ['POST', 'user/passkeys/options', ['code', 'login_password', 'passkey']],
  ['POST', 'user/passkeys/add', ['name', 'passkey']],
  ['POST', 'user/passkeys/rename', ['id', 'name']],
  ['POST', 'user/api_keys', []],
  [
    'POST',
    'user/api_keys/add',
    ['name', 'kind', 'scopes', 'account_type', 'addresses', 'days', 'public_key', 'pay_password', 'code'],
  ],
  ['POST', 'user/api_keys/rename', ['id', 'name']],
  ['POST', 'user/api_keys/revoke', ['id']],
  ['POST', 'user/erasure', []],
  ['POST', 'user/erasure/ask', ['pay_password', 'code', 'login_password', 'proof_nonce', 'proof_signature', 'passkey']],
  ['POST', 'user/erasure/take_back', []],
  ['POST', 'user/data_exports', []],
  ['POST', 'user/data_exports/add', ['pay_password']],
  ['POST', 'user/data_exports/file', ['id', 'pay_password']],
  ['POST', 'user/passkeys/remove', ['id', 'code', 'login_password', 'passkey']],
  ['POST', 'user/proof_passkey', ['act', 'amount', 'coin', 'target']],
  ['POST', 'user/passkey_login/options', ['user_string', 'areacode']],
  ['POST', 'user/passkey_login', ['passkey']],
];

const GOOD: Record<string, string[]> = {
  type: ['email', 'mobile', 'username', 'register', 'forget'],
  user_type: ['email', 'mobile'],
  user_string: ['someone@example.com', '13912345678', 'somebody'],
  account: ['someone@example.com', '+8613912345678'],
  areacode: ['86', '1', '44'],
  area_code_id: ['1', '366'],
  code: ['123456'],
  password: ['correct horse 7', '271839'],
  re_password: ['correct horse 7', '271839'],
  repassword: ['correct horse 7'],
  page: ['1', '2'],
  limit: ['10'],
  bank_account: ['4111111111111111', 'GB82WEST12345698765432'],
  swift_code: ['DEUTDEFF', ''],
  real_name: ['A. Person'],
  bank_name: ['A Bank'],
  chain: ['ERC', 'TRC'],
  address: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  chain_id: ['1', '56'],
  signature: [`0x${'ab'.repeat(65)}`],
};

describe('strange requests', () => {
  it('get no 5xx, no end of the process, and a valid envelope each', async () => {
    const { token } = await aUser(app.database.url);
    const outcome = await fuzzRequests(app.url, { count: 3000, seed: 20261120, routes: ROUTES, good: GOOD, token });
    expect(outcome.wrong).toEqual([]);
    expect(Object.keys(outcome.seen)).toEqual(expect.arrayContaining(['200 ok', '200 error', '200 999']));
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  }, 120_000);

  it('every call of a signed-in user says 999 to everybody else', async () => {
    const { token } = await aUser(app.database.url);
    await call.post('user/logout', {}, { token });
    const routes = app.application.get(RouteList).all();
    const closed = routes.filter(({ access }) => access.kind === 'signed-in');
    expect(closed.length).toBeGreaterThan(15);
    for (const { method, path } of closed) {
      for (const dead of [token, null, 'x'.repeat(43)]) {
        const reply = await fetch(`${app.url}/api/${path}`, {
          method,
          headers: { authorization: dead ?? 'null', 'content-type': 'application/x-www-form-urlencoded' },
          body: method === 'GET' ? null : '',
        });
        expect({ path, status: reply.status, body: await reply.json() }).toEqual({
          path,
          status: 200,
          body: { type: '999', message: expect.any(String), code: 'session.required' },
        });
      }
    }
  });
});
