import * as fc from 'fast-check';
import { Pool } from 'pg';
import { describedRoutes, GOOD, type Schema } from './faults/fuzz-routes.js';
import { operators, people } from './faults/people.js';
import { FuturesWorld } from './factories/futures-world.js';
import { OPERATOR_ROLES } from '../contract/operations/words.js';

/**
 * Texts that no amount is read from, though their description would let one through. Every other field of any call is tried, so that
 * a new one is in it by itself.
 */
const TEXTS = new Set(
  `account action address addresses alipay_account amendments area_code areacode auth bank bankName bank_account bank_address
   bank_branch bank_code bank_name bar branch cardHolder cardNumber card_id cause certificate_type chain code coinName country
   country_code cover currency currency_name demo email_code endpoint extendedKey extension_code front_pic give_up hand_pic hash
   images imgs instId issuer keyword label lang language layout link login_password login_user mail mobile mobile_code name netType
   newPassword new_code nickname nonce note notes old_password oldpassword operator order_number p256dh pass passkey password
   pay_password payment_ids place postal_code proof_nonce proof_signature public_key purpose push quiet_from quiet_until re_password
   re_withdraw_password real_name reason reference remark repassword residence_address reverse_pic scopes search session signature
   sub_type subject swift_code symbol symbols table target terms text time title totp totp_code transaction url user user_string
   user_type waiting way wechat_account wechat_nickname wechat_qr_code withdraw_password word zone`.split(/\s+/),
);
const IS_NUMBER_OF_ROW = /(^|_)id$|[a-z]Id$|^(page|limit|account_type|from|to|after|before|login)$/;
/** What a field's own description lets through decides, and else what it is called. */
function isAmount(name: string, { type, format, pattern, enum: words }: Schema): boolean {
  if (words !== undefined || format !== undefined || !['string', 'number'].includes(type ?? '')) return false;
  if (TEXTS.has(name) || IS_NUMBER_OF_ROW.test(name)) return false;
  // The contract's own patterns: none is made of what somebody typed.
  return pattern === undefined || ['5', '0.5', '100'].some((amount) => amount.search(pattern) >= 0);
}

/** Some that were overlooked while fields were known by their names. */
const OF_OLD =
  `multiple num value ratio min_number max_number total_number trail_distance trail_percent worst_daily_ratio yuan supply
  total lotsMax amount number price share minimum feePercent`.split(/\s+/);

/** What people and broken clients have typed where an amount belongs. */
const TYPED = [
  '9'.repeat(15),
  '9'.repeat(19),
  '9'.repeat(20),
  `${'9'.repeat(20)}.${'9'.repeat(18)}`,
  '9'.repeat(21),
  '9'.repeat(40),
  '9'.repeat(400),
  '0.000000000000000001',
  `0.${'0'.repeat(40)}1`,
  '1e20',
  '1E-20',
  '1e309',
  '-1',
  '+1',
  '-0',
  '0',
  '１００',
  '٣',
  '½',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_000',
  '1,000.00',
  ' 1',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999999999999999',
];
const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''));
const WRITTEN = fc
  .tuple(
    fc.constantFrom('', '', '', '-', '+'),
    digits(1, 40),
    fc.option(digits(1, 24)),
    fc.constantFrom('', '', '', 'e9', 'E-9'),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`);

let world: FuturesWorld;
let sql: Pool;

beforeAll(async () => {
  world = await FuturesWorld.open({ RATE_FACTOR: '1000000', FUTURES_LEVERAGE_MAX: '125' });
  sql = new Pool({ connectionString: world.app.database.url, max: 2 });
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await world?.app.close();
});

const isDesk = (path: string) => path.startsWith('/ops');

async function send(
  verb: string,
  path: string,
  given: Record<string, string | number>,
  token: string,
): Promise<number> {
  const fields = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const filled = path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(fields[name] ?? '1'));
  const address = `${world.app.url}${filled.startsWith('/') ? filled : `/api/${filled}`}`;
  const [type, body] = isDesk(path)
    ? ['application/json', JSON.stringify(given)]
    : ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()];
  const headers = { authorization: token, 'content-type': type };
  const reply =
    verb === 'GET'
      ? await fetch(`${address}?${new URLSearchParams(fields)}`, { headers })
      : await fetch(address, { method: verb, headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

it('no amount that can be typed gives a 5xx, in no call of the contract', async () => {
  const [person] = await people(sql, 1, { spot: '100000', option: '10000', contract: '10000000' });
  const { userId = '', token = '' } = person ?? {};
  const [desk = ''] = await operators(sql, 1, [...OPERATOR_ROLES]);
  const held = { lots: 2, marginMode: 'isolated' } as const;
  let position = await world.open(userId, held);
  const routes = describedRoutes().flatMap(({ verb, path, fields }) =>
    [...fields]
      .filter(([field, described]) => isAmount(field, described))
      .map(([field, { type }]) => ({ verb, path, fields: [...fields.keys()], field, isNumber: type === 'number' })),
  );
  const tried = new Set(routes.map(({ field }) => field));
  for (const field of OF_OLD) expect([field, tried.has(field)]).toEqual([field, true]);
  const good: Record<string, string> = {
    ...Object.fromEntries(Object.entries(GOOD).map(([name, [value = '']]) => [name, value])),
    currency_id: '3',
    legal_id: '3',
    id: position.positionId,
    from_field: 'change',
    to_field: 'lever',
  };
  const wrong: string[] = [];
  for (const { verb, path, fields, field, isNumber } of routes) {
    const values = [...TYPED, ...fc.sample(WRITTEN, { numRuns: 4, seed: 20_261_122 })];
    const usual = Object.fromEntries(fields.map((name) => [name, good[name] ?? '1']));
    // Two ways to say the pair: spot asks for the base, everything else for the coin.
    if (path.startsWith('coin/') || path.startsWith('spot/')) usual.currency_id = '1';
    for (const value of values) {
      world.refresh();
      // Calls in between close it, and take all of its money.
      if ((await world.row(userId, position.positionId)).status !== 1) position = await world.open(userId, held);
      if ('id' in usual && !isDesk(path)) usual.id = position.positionId;
      // The desk's numbers are numbers: a text there is refused before anybody reads it.
      const typed = isNumber && isDesk(path) && Number.isFinite(Number(value)) ? Number(value) : value;
      const status = await send(verb, path, { ...usual, [field]: typed }, isDesk(path) ? desk : token);
      if (status >= 500) wrong.push(`${status} ${verb} ${path} ${field}=${value.slice(0, 60)}`);
    }
  }
  expect(wrong).toEqual([]);
}, 900_000);
