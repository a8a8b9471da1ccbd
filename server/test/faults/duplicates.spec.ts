import { aRecoveryCode } from '../factories/recovery-codes.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { keyFields } from '../factories/api-keys.js';
import { type Answer, inLanes, seeded, send, sendPriced, sleep } from './calls.js';
import { ADDRESS, BTC, people, type Person, PIN, USDT } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';

/**
 * The same command sent again and again: with the client's key, and as old clients do, without one, within the window
 * of a double click. On two gateways. `npm run duplicates -- --count=10000` makes it long.
 */
const DUPLICATES = sizeOf('FAULTS_COUNT', 80);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
const AT_ONCE = 8;
const SKEW_MS = 50;
const WINDOW_MS = 2500;
/** Of one command, beside the first: as many as fund passwords may be tried at once. */
const MOST_DUPLICATES = 4;

interface Command {
  path: string;
  /** @param made what was made before it, by its number. */
  fields: (made: string) => Record<string, string>;
  /** Where its effect is counted. */
  table: string;
  /** Which rows of it are the effect; nothing: all. */
  rows?: string;
  /** What has to be there before. */
  before?: Pick<Command, 'path' | 'fields'>;
  /** It keeps no answer, because it cannot be done twice: how one that comes again is refused. */
  again?: string;
}

const HOUR_MS = 3_600_000;
const SPOT = { legal_id: USDT, currency_id: BTC, type: '1' };
const hash = () => randomBytes(32).toString('hex');
const NEW_KEY = { path: 'user/api_keys/add', fields: () => keyFields() };
/** At a price that nothing reaches. */
const NEW_ALERT = {
  path: 'price_alert/create',
  fields: () => ({ symbol: 'BTC/USDT', kind: 'rise', value: '9000000' }),
};
const COMMANDS: readonly Command[] = [
  {
    path: 'wallet/change',
    fields: () => ({ number: '1.5', currency_id: USDT, from_field: 'change', to_field: 'micro' }),
    table: 'wallet_transfer',
  },
  {
    path: 'wallet/out',
    fields: () => ({ currency: USDT, number: '20', address: ADDRESS, pay_password: PIN, code: aRecoveryCode() }),
    table: 'withdrawal',
  },
  {
    path: 'wallet/charge_req',
    fields: () => ({ currency: USDT, amount: '50', account: '', imgs: '', type: '0', sub_type: 'TRC20', hash: hash() }),
    table: 'deposit',
  },
  {
    path: 'coin/trade',
    fields: () => ({ ...SPOT, amount: '0.0002', target_price: '0' }),
    table: 'spot_order',
  },
  {
    path: 'microtrade/submit',
    fields: () => ({ match_id: BTC, currency_id: USDT, type: '1', seconds: '600', number: '10' }),
    table: 'option_order',
  },
  {
    path: 'lever/submit',
    fields: () => ({
      share: '1',
      multiple: '10',
      legal_id: USDT,
      currency_id: BTC,
      type: '1',
      status: '1',
      target_price: '',
    }),
    table: 'futures_position',
  },
  {
    path: 'coin/trade',
    fields: () => ({
      ...SPOT,
      amount: '0.0003',
      target_price: '50000',
      time_in_force: 'gtd',
      expires_at: String(Date.now() + HOUR_MS),
    }),
    table: 'spot_order',
  },
  { path: 'spot/stop', fields: () => ({ ...SPOT, amount: '20', trigger_price: '90000' }), table: 'spot_stop' },
  { path: 'spot/stop', fields: () => ({ ...SPOT, amount: '20', trail_percent: '20' }), table: 'spot_stop' },
  {
    path: 'spot/pair',
    fields: () => ({
      ...SPOT,
      amount: '0.0003',
      target_price: '50000',
      trigger_price: '90000',
      stop_limit_price: '91000',
    }),
    table: 'spot_stop',
  },
  { path: 'lh/deposit', fields: () => ({ config_id: '2', amount: '100' }), table: 'trust_order' },
  // The secret of a key is in one answer: what uses up the code makes it, and nobody is told of it again.
  { ...NEW_KEY, table: 'account_api_key', again: 'account.totp-wrong' },
  {
    path: 'user/api_keys/revoke',
    before: NEW_KEY,
    fields: (id) => ({ id }),
    table: 'account_notice',
    rows: `kind = 'api-key-revoked'`,
    again: 'api-key.unknown',
  },
  { ...NEW_ALERT, table: 'price_alert', again: 'alert.same' },
  // Each change grows the version, which was 1.
  {
    path: 'price_alert/pause',
    before: NEW_ALERT,
    fields: (id) => ({ id }),
    table: 'price_alert',
    rows: `state = 'paused' and version = 2`,
  },
  {
    path: 'price_alert/delete',
    before: NEW_ALERT,
    fields: (id) => ({ id }),
    table: 'price_alert',
    rows: `state = 'deleted' and version = 2`,
    again: 'alert.unknown',
  },
];

/** The number of what an answer says was made. */
function madeBy(answer: Answer): string {
  if (answer?.type !== 'ok') throw new Error(`Nothing was made before: ${JSON.stringify(answer)}`);
  const { message } = answer;
  return typeof message === 'string' ? message : (message as { id: string }).id;
}

/** Whether all were answered what the first one was: that it is done, or once that and else that it cannot be again. */
function isOneAnswer(answers: readonly Answer[], again: string | undefined): boolean {
  const done = answers.filter((answer) => answer?.type === 'ok');
  const isSame = new Set(done.map((answer) => JSON.stringify(answer))).size === 1;
  if (again === undefined) return isSame && done.length === answers.length;
  const others = answers.filter((answer) => answer?.type !== 'ok');
  return done.length === 1 && others.every((answer) => answer?.code === again && answer.status < 500);
}

onProcesses(`${DUPLICATES} duplicate submissions, seed ${SEED}`, () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start(2);
  }, 300_000);
  afterAll(() => product?.stop());

  it(
    'have no second effect, and answer what the first one answered',
    async () => {
      const random = seeded(SEED);
      const plan: { command: Command; copies: number; key: string | null }[] = [];
      for (let planned = 0; planned < DUPLICATES; ) {
        const copies = Math.min(DUPLICATES - planned, 1 + Math.floor(random() * MOST_DUPLICATES));
        const command = COMMANDS[plan.length % COMMANDS.length] as Command;
        plan.push({ command, copies, key: random() < 0.7 ? randomBytes(12).toString('hex') : null });
        planned += copies;
      }
      const persons = await people(product.sql, plan.length, { spot: '1000', option: '1000', contract: '1000' });
      const wrong: string[] = [];
      const began = performance.now();
      let sent = 0;
      let late = 0;
      await inLanes(plan.length, AT_ONCE, async (index) => {
        const { command, copies, key } = plan[index] as (typeof plan)[number];
        const person = persons[index] as Person;
        const { before, again } = command;
        const made = before
          ? madeBy(
              await sendPriced(product.gateways[0]?.url ?? '', `api/${before.path}`, {
                token: person.token,
                fields: before.fields(''),
              }),
            )
          : '';
        const fields = command.fields(made);
        const submit = async (delay: number): Promise<Answer> => {
          await sleep(delay);
          sent += 1;
          const { url } = product.gateways[random() < 0.5 ? 0 : 1] as { url: string };
          return send(url, `api/${command.path}`, { token: person.token, fields, ...(key ? { key } : {}) });
        };
        const delays = Array.from({ length: copies + 1 }, () => random() * SKEW_MS);
        // A busy machine may be late with its prices: a refusal for that leaves nothing behind, not even the key.
        const isLate = (answer: Answer) => answer?.code === 'market.stale';
        let answers: Answer[] = [];
        const first = performance.now();
        for (let round = 0; round < 100 && answers.length === 0; round += 1) {
          if (round > 0) await sleep(200);
          answers = (await Promise.all(delays.map(submit))).filter((answer) => !isLate(answer));
        }
        // And once more when all is over: a reply that was lost is asked for again.
        if (key) answers.push(await submit(0));
        const texts = new Set(answers.map((answer) => JSON.stringify(answer)));
        const { rows } = await product.sql.query<{ count: number }>(
          `select count(*)::integer as count from ${command.table} where user_id = $1 and ${command.rows ?? 'true'}`,
          [person.userId],
        );
        if (isOneAnswer(answers, again) && rows[0]?.count === 1) return;
        // Without a key the same again after three seconds is a new command; a busy machine may take so long.
        if (key === null && performance.now() - first > WINDOW_MS) {
          late += 1;
          return;
        }
        wrong.push(`${command.path} x ${copies + 1}, key ${key}: ${rows[0]?.count} effects, ${[...texts].join(' | ')}`);
      });
      process.stderr.write(
        `duplicates: ${plan.length} commands, ${sent - plan.length} duplicates, ${wrong.length} wrong, ` +
          `${late} commands later than their window, ${Math.round((performance.now() - began) / 1000)} s\n`,
      );
      expect(wrong).toEqual([]);
    },
    180_000 + DUPLICATES * 500,
  );

  it('a key that comes again with another body is refused, and nothing is done', async () => {
    const [person] = (await people(product.sql, 1, { spot: '100' })) as [Person];
    const { url } = product.gateways[0] as { url: string };
    const key = randomBytes(12).toString('hex');
    const move = (number: string) =>
      send(url, 'api/wallet/change', {
        token: person.token,
        key,
        fields: { number, currency_id: USDT, from_field: 'change', to_field: 'micro' },
      });
    expect(await move('5')).toMatchObject({ type: 'ok' });
    expect(await move('6')).toMatchObject({ type: 'error', code: 'request.key-reused' });
    expect(await move('5')).toMatchObject({ type: 'ok' });
  });

  it('the books are in order, nothing deadlocked, nobody ended', async () => {
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
    expect(product.errors()).toEqual([]);
  }, 300_000);
});
