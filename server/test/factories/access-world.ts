import { aRecoveryCode } from './recovery-codes.js';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { OPTION, type RowKind } from '../access-matrix.js';
import { send } from '../faults/calls.js';
import { ADDRESS, BTC, people, type Person, PIN, USDT } from '../faults/people.js';
import { SECRETS } from '../faults/product.js';
import { NextIndex } from '../../features/markets/market-board/index.js';
import { helpCode } from '../../features/account/help-chat/index.js';
import { anOperator } from './operators.js';
import { BTC_MARKET, FuturesWorld } from './futures-world.js';
import { aSale, verifyUsers } from './ieo.js';
import { Worker } from './liquidation-world.js';
import { aPhoto } from './pictures.js';
import { anOffer, offerTerms } from './subscription.js';
import { tapeSeconds } from './tape.js';
import { BOUNDARY, formBytes } from './upload-form.js';

const MISSING = '999999999';

/** Two users of the whole product, and rows of the first that a test can name. */
export class AccessWorld {
  private constructor(
    readonly futures: FuturesWorld,
    private readonly sql: Pool,
    readonly owner: Person,
    readonly other: Person,
  ) {}

  static async open(): Promise<AccessWorld> {
    const futures = await FuturesWorld.open({ ...SECRETS, RATE_FACTOR: '1000000' });
    const sql = new Pool({ connectionString: futures.app.database.url, max: 2 });
    // The database goes away with its world.
    sql.on('error', () => undefined);
    const purse = { spot: '100000', option: '100000', contract: '100000' };
    const [owner, other] = (await people(sql, 2, purse)) as [Person, Person];
    // The address in the book is usable by now.
    futures.pass(60_000);
    return new AccessWorld(futures, sql, owner, other);
  }

  get url(): string {
    return this.futures.app.url;
  }

  async close(): Promise<void> {
    await this.sql.end();
    await this.futures.close();
  }

  /** What the call answers, without what differs from one request to the next. */
  async send(call: string, fields: Record<string, string>, { token }: Person): Promise<unknown> {
    this.futures.refresh();
    const [verb = '', pattern = ''] = call.split(' ');
    const path = pattern.replace(/:(\w+)/g, (_part, name: string) => fields[name] ?? '');
    const query = new URLSearchParams(fields).toString();
    if (verb === 'GET') return send(this.url, `api/${path}?${query}`, { token });
    return send(this.url, `api/${path}`, { token, verb, fields, key: randomBytes(12).toString('hex') });
  }

  /** A fresh row of the owner's, and a name of the same form that nothing has. */
  async make(kind: RowKind): Promise<{ id: string; missing: string }> {
    const made = await this.makers[kind]();
    const isNumbers = /^[0-9]+( [0-9]+)*$/.test(made);
    return { id: made, missing: isNumbers ? made.replace(/[0-9]+/g, MISSING) : made.split('').reverse().join('') };
  }

  private alerts = 0;
  private readonly makers: Record<RowKind, () => Promise<string>> = {
    address: () => this.address(),
    withdrawal: async () => {
      await this.address();
      return this.after(
        'POST wallet/out',
        { currency: USDT, number: '20', address: ADDRESS, pay_password: PIN, code: aRecoveryCode() },
        'withdrawal',
      );
    },
    'deposit photo': () => this.upload('deposit'),
    'help photo': () => this.upload('help'),
    'help answer': () => this.helpAnswer(),
    complaint: () => this.complaint(),
    'identity photos': async () => {
      const made = [];
      for (let count = 0; count < 3; count += 1) made.push(await this.upload('verification'));
      return made.join(' ');
    },
    session: async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
         values ($1, $2, 'password', 'test', '127.0.0.1', 'test', now(), now(), now() + interval '1 day') returning id`,
        [this.owner.userId, randomBytes(32)],
      );
      return rows[0]?.id ?? '';
    },
    passkey: async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        `insert into account_passkey (user_id, credential_id, public_key, counter, transports, name, can_be_backed_up,
           is_backed_up, created_at)
         values ($1, $2, $3, 0, '{}', 'test', false, false, now()) returning id`,
        [this.owner.userId, randomBytes(32).toString('base64url'), randomBytes(77)],
      );
      return rows[0]?.id ?? '';
    },
    'api key': async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at, expires_at)
         values ($1, $2, 'test', 'ed25519', $3, '{read}', false, '{}', now(), now() + interval '90 days') returning id`,
        [this.owner.userId, randomBytes(12).toString('hex'), randomBytes(32)],
      );
      return rows[0]?.id ?? '';
    },
    'sub account': async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        'select sub_account_open($1, $2, $2, 100000, now()) as id',
        [this.owner.userId, randomBytes(8).toString('hex')],
      );
      return rows[0]?.id ?? '';
    },
    'data export': async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        `insert into data_export (user_id, state, asked_at, ready_at, expires_at)
         values ($1, 'ready', now(), now(), '2100-01-01') returning id`,
        [this.owner.userId],
      );
      return rows[0]?.id ?? '';
    },
    'spot order': () =>
      this.after(
        'POST coin/trade',
        { legal_id: USDT, currency_id: BTC, type: '1', amount: '0.001', target_price: '50000' },
        'spot_order',
      ),
    'spot stop': () =>
      this.after(
        'POST spot/stop',
        { legal_id: USDT, currency_id: BTC, type: '1', amount: '50', trigger_price: '10000' },
        'spot_stop',
      ),
    'trust order': () => this.after('POST lh/deposit', { config_id: '2', amount: '100' }, 'trust_order'),
    'subscription order': async () => {
      const offer = await anOffer(this.sql, offerTerms(this.futures.clock.now() - 60_000));
      return this.after('POST lh/send/order', { config_id: String(offer), amount: '10' }, 'subscription_order');
    },
    'otc advert': () => this.otcAdvert(this.owner),
    'otc payment': () => this.otcPayment(this.owner),
    'otc order': async () => {
      const [taker] = (await people(this.sql, 1, {})) as [Person];
      const wish = { id: await this.otcAdvert(this.owner), value: '71', means: 'money' };
      const { message } = (await this.send('POST ctc/order/add', wish, taker)) as { message: { id: string } };
      return message.id;
    },
    'ieo application': async () => {
      const at = this.futures.clock.now();
      const { id } = await aSale(this.futures.source, { at });
      this.futures.pass(60_000);
      await verifyUsers(this.futures.source, [this.owner.userId]);
      return this.after('POST ieo/apply', { project_id: String(id), number: '10' }, 'ieo_application');
    },
    'price alert': async () => {
      this.alerts += 1;
      const value = String(100 + this.alerts);
      const wish = { symbol: 'BTC/USDT', kind: 'percent-up', value, window: '300' };
      const id = await this.after('POST price_alert/create', wish, 'price_alert');
      // One that may go on, too.
      await this.send('POST price_alert/pause', { id }, this.owner);
      return id;
    },
    'option quote': async () => {
      await this.tape();
      const { message } = (await this.send('POST options/preview', OPTION, this.owner)) as {
        message: { quoteId: string };
      };
      return message.quoteId;
    },
    journal: async () => {
      const { rows } = await this.sql.query<{ id: string }>(
        `select p.journal_id as id from ledger_posting p join ledger_account a on a.id = p.account_id
          where a.owner_id = $1 and not a.demo order by p.journal_id desc limit 1`,
        [this.owner.userId],
      );
      return rows[0]?.id ?? '';
    },
    'option order': async () => {
      const { id } = await this.make('option quote');
      // The index that it is confirmed at comes a second later.
      const next = setInterval(() => {
        if (this.futures.get(NextIndex).waiting === 0) return;
        this.futures.clock.advance(1000);
        this.futures.price('60000');
      }, 5);
      try {
        return await this.after('POST microtrade/submit', { ...OPTION, quote_id: id }, 'option_order');
      } finally {
        clearInterval(next);
      }
    },
    position: () => this.after('POST lever/submit', this.lever(), 'futures_position'),
    'closing order': async () => {
      const id = await this.after('POST lever/submit', this.lever(), 'futures_position');
      await this.send('POST lever/close_limit', { id, price: '70000' }, this.owner);
      const { rows } = await this.sql.query<{ id: string }>(
        'select id from futures_closing_order where position_id = $1',
        [id],
      );
      return `${id} ${rows[0]?.id}`;
    },
    'limit order': () =>
      this.after('POST lever/submit', this.lever({ status: '0', target_price: '50000' }), 'futures_position'),
    'liquidated position': async () => {
      const id = await this.after('POST lever/submit', this.lever({ multiple: '20' }), 'futures_position');
      await new Worker(this.futures).price('56000');
      this.futures.price('60000');
      return id;
    },
    'stopped position': async () => {
      const id = await this.after('POST lever/submit', this.lever(), 'futures_position');
      await this.send('POST lever/setstop', { id, stop_loss_price: '59000' }, this.owner);
      const worker = new Worker(this.futures);
      for (let sample = 0; sample < 2; sample += 1) {
        this.futures.clock.advance(1000);
        this.futures.price('58900');
        await worker.stops();
      }
      this.futures.price('60000');
      return id;
    },
  };

  /** Of somebody whom the desk has let in. */
  private async otcAdvert(merchant: Person): Promise<string> {
    await this.sql.query(
      `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
       values ($1, $2, $2, 'admitted', now(), now()) on conflict do nothing`,
      [merchant.userId, `trader${merchant.userId}`],
    );
    const { rows } = await this.sql.query<{ id: string }>(
      `insert into otc_advert (merchant_id, side, currency_id, fiat, price, total, surplus, least, most, ways, payments,
         window_minutes, status, created_at, updated_at)
       values ($1, 'sell', 3, 'CNY', 7.1, 100, 100, 10, 700, '{bank}', array[$2::bigint], 30, 'online', now(), now())
       returning id::text`,
      [merchant.userId, await this.otcPayment(merchant)],
    );
    return rows[0]?.id ?? '';
  }

  private async otcPayment({ userId }: Person): Promise<string> {
    const { rows } = await this.sql.query<{ id: string }>(
      `insert into otc_payment (user_id, way, details, created_at)
       values ($1, 'bank', '{"account": "DE00 1234", "bank": "First Bank", "branch": ""}', now()) returning id::text`,
      [userId],
    );
    return rows[0]?.id ?? '';
  }

  private lever(changes: Record<string, string> = {}): Record<string, string> {
    const order = { share: '1', multiple: '10', legal_id: USDT, currency_id: BTC, type: '1', status: '1' };
    return { ...order, target_price: '', ...changes };
  }

  /** The live address in the owner's book; another one when it was removed. */
  private async address(): Promise<string> {
    const { rows } = await this.sql.query<{ id: string }>(
      `with known as (select id from withdrawal_address where user_id = $1 and deleted_at is null),
            added as (insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
                      select $1, 1, $2, now(), now() where not exists (select 1 from known) returning id)
       select id from known union all select id from added`,
      [this.owner.userId, ADDRESS],
    );
    return rows[0]?.id ?? '';
  }

  /** One that was answered just now, so that it may be reopened. */
  private async complaint(): Promise<string> {
    const { operatorId } = await anOperator(this.futures.source, 'support');
    const { rows } = await this.sql.query<{ id: string }>(
      `with made as (
         insert into complaint (user_id, subject, order_number, entries, received_at, answered_at)
         values ($1, 'spot', '', 2, $3, $3) returning id),
       written as (
         insert into complaint_entry (complaint_id, number, operator_id, text, at)
         select made.id, entry.number, entry.operator, 'Text', $3
           from made, (values (1, null), (2, $2::bigint)) as entry (number, operator))
       select id::text from made`,
      [this.owner.userId, operatorId, new Date(this.futures.clock.now())],
    );
    return rows[0]?.id ?? '';
  }

  /** The code of an answer to the owner, in a chat that goes on. */
  private async helpAnswer(): Promise<string> {
    await this.send('POST help/chat/line', { text: 'Hello', picture: '' }, this.owner);
    const agent = await anOperator(this.futures.source, 'support');
    const code = helpCode(randomBytes(8));
    await this.sql.query(
      `with chat as (update help_chat set lines = lines + 1, version = version + 1
                      where user_id = $1 and state <> 'closed' returning id, lines)
       insert into help_line (chat_id, number, author, agent_id, text, masked, code, at)
       select id, lines, 'agent', $2, 'Hello', false, $3, now() from chat`,
      [this.owner.userId, agent.operatorId, code],
    );
    return code;
  }

  /** A second later the price of options is on the tape, where an order's entry is looked up. */
  private async tape(): Promise<void> {
    this.futures.pass(1000);
    const second = { marketId: BTC_MARKET, at: this.futures.clock.now(), index: '60000', origin: 'live' } as const;
    await tapeSeconds(this.futures.source, [second]);
  }

  /** Sends the owner's command and answers the row that it made. */
  private async after(call: string, fields: Record<string, string>, table: string): Promise<string> {
    const answer = await this.send(call, fields, this.owner);
    if ((answer as { type?: string } | null)?.type !== 'ok') throw new Error(`${call}: ${JSON.stringify(answer)}`);
    const { rows } = await this.sql.query<{ id: string }>(
      `select id from ${table} where user_id = $1 order by id desc limit 1`,
      [this.owner.userId],
    );
    return rows[0]?.id ?? '';
  }

  /** A picture of the owner's, waiting. */
  async upload(purpose: string): Promise<string> {
    const parts = [
      { name: 'purpose', filename: null, body: purpose },
      { name: 'file', body: await aPhoto() },
    ];
    const reply = await fetch(`${this.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(formBytes(parts)),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: this.owner.token },
    });
    const { type, message } = (await reply.json()) as { type: string; message: string };
    if (type !== 'ok') throw new Error(`upload: ${JSON.stringify(message)}`);
    return message;
  }
}
