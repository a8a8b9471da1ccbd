import { aRecoveryCode } from '../factories/recovery-codes.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WRONG_ALERTS } from '../factories/alert-checks.js';
import { type Answer, inLanes, saysNothingDone, seeded, send, sleep } from './calls.js';
import { ORDER_KINDS, OrderLoad } from './order-load.js';
import { ADDRESS, operators, people, type Person, PIN, USDT } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';

/**
 * SIGKILL of the gateway under a load of transfers, withdrawals, approvals, orders of every kind (by keys, too) and price alerts over HTTP. The clients keep a log of what
 * they sent and what was answered; at the end every acknowledged command must be in the books, once, and every other
 * one whole or absent. `npm run kills -- --kills=50` makes it long.
 */
const KILLS = sizeOf('FAULTS_KILLS', 2);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
const MOVERS = 8;
const SAVERS = 3;
/** Pairs of operators. */
const APPROVERS = 2;
/** Of orders and alerts: a third of them each on spot, with futures, and with alerts. */
const TRADERS = 6;
/** Load between two kills, in milliseconds: from at least this to twice it. */
const LOAD_MS = 700;
const WITHDRAWALS_A_DAY = 3;
/** Persons of the withdrawals and cases of the approvals; when they run out, that part of the load ends. */
const SAVER_COUNT = 60 + KILLS * 40;
const DEPOSIT_COUNT = 60 + KILLS * 40;
const DEPOSITS_EACH = 15;

type Outcome = 'done' | 'refused' | 'unknown';

/** One line of the clients' log. */
interface Logged {
  kind: 'transfer' | 'withdrawal' | 'approval';
  /** Finds the command in the books again: user and amount, or the deposit. */
  userId: string;
  amount: string;
  id: string;
  outcome: Outcome;
  code?: string;
  /** Answered at the first try, without a repetition. */
  atOnce: boolean;
}

onProcesses(`${KILLS} kills of the gateway under load, seed ${SEED}`, () => {
  let product: Product;
  const over = new AbortController();
  const log: Logged[] = [];
  const random = seeded(SEED);
  const aKey = () => randomBytes(12).toString('hex');

  beforeAll(async () => {
    product = await Product.start(1);
  }, 300_000);
  afterAll(() => product?.stop());

  const url = () => product.gateways[0]?.url as string;

  /**
   * Sends it; without an answer, half of the clients ask again with the same key until they know, and half give up,
   * as people do.
   */
  async function insist(ask: () => Promise<Answer>): Promise<{ answer: Answer; atOnce: boolean }> {
    let answer = await ask();
    if (isKnown(answer) || saysNothingDone(answer)) return { answer, atOnce: true };
    if (random() < 0.5) return { answer: null, atOnce: false };
    while (!isKnown(answer)) {
      await sleep(100);
      answer = await ask();
    }
    return { answer, atOnce: false };
  }

  /** Of a command that was sent before, "unavailable" says nothing; "outcome unknown" never does. */
  function isKnown(answer: Answer): boolean {
    return answer !== null && answer.status === 200 && answer.code !== 'request.outcome-unknown';
  }

  function note(entry: Omit<Logged, 'outcome' | 'atOnce'>, { answer, atOnce }: { answer: Answer; atOnce: boolean }) {
    const outcome = answer === null ? 'unknown' : answer.type === 'ok' ? 'done' : 'refused';
    log.push({ ...entry, outcome, atOnce, ...(answer?.code ? { code: answer.code } : {}) });
  }

  async function move(person: Person): Promise<void> {
    for (let turn = 1; !over.signal.aborted; turn += 1) {
      const amount = `0.${String(turn).padStart(6, '0')}`;
      const fields = { number: amount, currency_id: USDT, from_field: 'change', to_field: 'micro' };
      const key = aKey();
      const result = await insist(() => send(url(), 'api/wallet/change', { token: person.token, key, fields }));
      note({ kind: 'transfer', userId: person.userId, amount, id: '' }, result);
    }
  }

  async function withdraw(persons: Person[]): Promise<void> {
    for (let person = persons.pop(); person && !over.signal.aborted; person = persons.pop()) {
      for (let turn = 1; turn <= WITHDRAWALS_A_DAY && !over.signal.aborted; turn += 1) {
        const amount = String(10 + turn);
        const fields = { currency: USDT, number: amount, address: ADDRESS, pay_password: PIN, code: aRecoveryCode() };
        const key = aKey();
        const { token, userId } = person;
        const result = await insist(() => send(url(), 'api/wallet/out', { token, key, fields }));
        note({ kind: 'withdrawal', userId, amount, id: '' }, result);
      }
    }
  }

  /** Desk calls have no keys: the case's own state says whether it was decided. Null: nobody knows, or somebody else has the case. */
  async function say(token: string, id: string): Promise<Answer> {
    const claim = await insist(() => send(url(), `ops/api/deposits/${id}/claim`, { token, json: {} }));
    if (claim.answer?.type !== 'ok') return null;
    const answer = await send(url(), `ops/api/deposits/${id}/approve`, { token, json: { reason: 'It arrived.' } });
    return isKnown(answer) || saysNothingDone(answer) ? answer : null;
  }

  /** What no chain confirms takes two. Where nobody knows what became of the first one's word, there was one at most. */
  async function approve(
    [first = '', second = '']: string[],
    deposits: { id: string; userId: string }[],
  ): Promise<void> {
    for (let next = deposits.pop(); next && !over.signal.aborted; next = deposits.pop()) {
      const { id, userId } = next;
      if ((await say(first, id))?.type !== 'ok') continue;
      note({ kind: 'approval', userId, amount: '50', id }, { answer: await say(second, id), atOnce: true });
    }
  }

  /** Deposits that wait for a decision. */
  async function waitingDeposits(): Promise<{ id: string; userId: string }[]> {
    const persons = await people(product.sql, Math.ceil(DEPOSIT_COUNT / DEPOSITS_EACH), {});
    await inLanes(DEPOSIT_COUNT, MOVERS, async (index) => {
      const person = persons[Math.floor(index / DEPOSITS_EACH)] as Person;
      const hash = randomBytes(32).toString('hex');
      const fields = { currency: USDT, amount: '50', account: '', imgs: '', type: '0', sub_type: 'TRC20', hash };
      await send(url(), 'api/wallet/charge_req', { token: person.token, key: aKey(), fields });
    });
    const { rows } = await product.sql.query<{ id: string; userId: string }>(
      'select id, user_id as "userId" from deposit order by id',
    );
    return rows;
  }

  const counted = async (text: string): Promise<Map<string, number>> => {
    const { rows } = await product.sql.query<{ name: string; count: number }>(text);
    return new Map(rows.map(({ name, count }) => [name, count]));
  };

  /** How often the books have each command. */
  async function booked(): Promise<Record<Logged['kind'], Map<string, number>>> {
    const [transfer, withdrawal, approval] = await Promise.all([
      counted(
        `select t.user_id || ' ' || trim_scale(t.amount) as name, count(*)::integer as count from wallet_transfer t
           join ledger_journal j on j.reason = 'wallet.transfer' and j.reference = t.id::text group by 1`,
      ),
      counted(
        `select w.user_id || ' ' || trim_scale(w.amount) as name, count(*)::integer as count from withdrawal w
           join ledger_journal j on j.reason = 'withdrawals.freeze' and j.reference = w.id::text group by 1`,
      ),
      counted(
        `select d.id::text as name, count(*)::integer as count from deposit d
           join ledger_journal j on j.reason = 'deposits.credit' and j.reference = d.id::text
           join audit_entry a on a.action = 'deposit.approve' and a.subject_id = d.id::text
            and a.detail->>'outcome' = 'done'
          where d.status = 'approved' group by 1`,
      ),
    ]);
    return { transfer, withdrawal, approval };
  }

  const nameOf = ({ kind, userId, amount, id }: Logged): string =>
    kind === 'approval' ? id : `${userId} ${amount.replace(/\.?0+$/, '')}`;

  it(
    'nothing that was acknowledged is missing, nothing is there twice or in part',
    async () => {
      const movers = await people(product.sql, MOVERS, { spot: '100000' });
      const savers = await people(product.sql, SAVER_COUNT, { spot: '100' });
      const deposits = await waitingDeposits();
      const desk = await operators(product.sql, APPROVERS * 2, ['treasurer']);
      const orders = new OrderLoad(product.sql, url, seeded(SEED + 1));
      const traders = await people(product.sql, TRADERS, { spot: '100000', contract: '100000' });
      await orders.prepare(traders);
      const load = [
        orders.run(traders),
        ...movers.map(move),
        ...Array.from({ length: SAVERS }, () => withdraw(savers)),
        ...Array.from({ length: APPROVERS }, (_, pair) => approve(desk.slice(pair * 2, pair * 2 + 2), deposits)),
      ];
      const boots: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = log.length;
        const end = performance.now() + LOAD_MS + random() * LOAD_MS;
        // On a busy machine it may take longer until there is load at all.
        while (performance.now() < end || log.length < before + MOVERS) await sleep(10);
        // The last one comes when something of every kind was done.
        if (kill === KILLS - 1) while (orders.lacking().length > 0) await sleep(10);
        await product.kill(0);
        boots.push(await product.restart(0));
      }
      await sleep(LOAD_MS);
      over.abort();
      orders.end();
      await Promise.all(load);

      const books = await booked();
      const wrong: string[] = [];
      let found = 0;
      for (const entry of log) {
        const times = books[entry.kind].get(nameOf(entry)) ?? 0;
        if (entry.outcome === 'unknown') found += times;
        const allowed = { done: [1], refused: [0], unknown: [0, 1] }[entry.outcome];
        if (!allowed.includes(times)) wrong.push(`${JSON.stringify(entry)} is in the books ${times} times`);
      }
      const sent = new Set(log.map((entry) => `${entry.kind} ${nameOf(entry)}`));
      for (const [kind, names] of Object.entries(books)) {
        for (const name of names.keys()) if (!sent.has(`${kind} ${name}`)) wrong.push(`${kind} ${name} was never sent`);
      }
      const count = (holds: (entry: Logged) => boolean) => log.filter(holds).length;
      const kinds = (['transfer', 'withdrawal', 'approval'] as const).map(
        (kind) => `${count((entry) => entry.kind === kind && entry.outcome === 'done')} ${kind}s`,
      );
      const boot = boots.sort((a, b) => a - b);
      process.stderr.write(
        `kills: ${KILLS}, acknowledged ${kinds.join(', ')}, of them ${count((e) => e.outcome === 'done' && !e.atOnce)} ` +
          `after a repetition; unknown ${count((e) => e.outcome === 'unknown')}, of them ${found} in the books, refused ` +
          `${count((e) => e.outcome === 'refused')}; ${wrong.length} wrong; ready again after ` +
          `${Math.round(boot[boot.length >> 1] ?? 0)} ms (median), ${Math.round(boot.at(-1) ?? 0)} ms (longest)\n`,
      );
      const ordered = ORDER_KINDS.map(
        (kind) => `${orders.count((entry) => entry.kind === kind && entry.outcome === 'done')} ${kind}`,
      );
      process.stderr.write(`kills: orders and alerts acknowledged: ${ordered.join(', ')}\n`);
      expect([...wrong, ...(await orders.wrong())]).toEqual([]);
      expect(orders.lacking()).toEqual([]);
      expect((await product.sql.query(WRONG_ALERTS)).rows).toEqual([]);
      // What a gateway could not begin was not done, as the books say above; nothing else was refused.
      expect(log.filter(({ outcome, code }) => outcome === 'refused' && code !== 'request.unavailable')).toEqual([]);
      expect(count(({ kind }) => kind === 'transfer')).toBeGreaterThan(KILLS);
    },
    300_000 + KILLS * 60_000,
  );

  it('the books are in order, nothing deadlocked, nobody ended by itself', async () => {
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
    expect(product.errors()).toEqual([]);
  }, 300_000);
});
