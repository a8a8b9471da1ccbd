import * as fc from 'fast-check';
import { Client } from 'pg';
import { createDataSource } from '../../../database/data-source.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { PARITY_CASES } from '../../../test/stored-rules.js';
import { journalOf, lineOf, readLine, sealedText } from './archive-lines.rules.js';
import { SealedJournalsStore } from './sealed-journals.store.js';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => !/[\0|\n]/.test(text) && [...text].length < 120);
const units = fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }).filter((value) => value !== 0n);
const posting = fc.record({ account: fc.integer({ min: 1, max: 3 }), amount: units, after: units });
const journal = fc.record({
  reason: name,
  reference: name,
  demo: fc.boolean(),
  second: fc.integer({ min: 0, max: 4_102_444_800 }),
  micros: fc.integer({ min: 0, max: 999_999 }),
  postings: fc.array(posting, { maxLength: 4 }),
});

/** Past the guards of the tables, each journal with a number of its own. */
async function store(journals: readonly (typeof journal extends fc.Arbitrary<infer One> ? One : never)[]) {
  let sequence = 0;
  const rows = journals.map((each, place) => ({ ...each, id: place * 2 + 1, reference: `${place}${each.reference}` }));
  const legs = rows.flatMap(({ id, demo, postings }) =>
    postings.map(({ account, amount, after }) => {
      sequence += 1;
      const currency = sequence % 2 === 0 ? BTC : USDT;
      return { id, demo, account, sequence, currency, amount: `${amount}e-18`, after: `${after}e-18` };
    }),
  );
  await client.query(`alter table ledger_posting disable trigger all; alter table ledger_journal disable trigger all;
    delete from ledger_posting; delete from ledger_journal`);
  await client.query(
    `insert into ledger_journal (id, reason, reference, demo, at) overriding system value
     select id, reason, reference, demo,
            to_timestamp(0) + make_interval(secs => second) + micros * interval '1 microsecond'
       from jsonb_to_recordset($1::jsonb) as given (id bigint, reason text, reference text, demo boolean, second bigint,
         micros integer)`,
    [JSON.stringify(rows.map((row) => ({ ...row, postings: undefined })))],
  );
  await client.query(
    `insert into ledger_posting (account_id, sequence, journal_id, currency_id, demo, amount, balance_after)
     select account, sequence, id, currency, demo, amount, after
       from jsonb_to_recordset($1::jsonb) as given (account bigint, sequence bigint, id bigint, currency integer,
         demo boolean, amount numeric, after numeric)`,
    [JSON.stringify(legs)],
  );
}

it('what a seal covers of a journal is the text of the database, written down, read again and told', async () => {
  await store(fc.sample(journal, PARITY_CASES));
  const last = 2 * PARITY_CASES;
  const { rows } = await client.query<{ line: string }>(
    'select line from ledger_seal_lines(1, $1) order by journal_id',
    [last],
  );
  const serving = await createDataSource(database.servingUrl, 2).initialize();
  const read: string[] = [];
  try {
    const slices = new SealedJournalsStore(new ReadSource(serving));
    for (let next = 1; next <= last; ) {
      const { upTo, journals } = await slices.slice(String(next), String(last), 100_000);
      for (const row of journals) {
        const line = readLine(lineOf(journalOf(row)).slice(0, -1));
        read.push(line && 'journal' in line ? sealedText(line) : `not a line: ${JSON.stringify(row)}`);
      }
      next = Number(upTo) + 1;
    }
  } finally {
    await serving.destroy();
  }
  expect(read).toHaveLength(PARITY_CASES);
  expect(read).toEqual(rows.map(({ line }) => line));
});
