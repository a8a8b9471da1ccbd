import { readFileSync, writeFileSync } from 'node:fs';
import type { TapeRootView } from './contract/markets/tape.dto.js';
import { hoursOf } from './contract/rules/ieo-draw.rules.js';
import { ALLOTMENT_CHECKS, type AllotmentTerms, checkAllotment, checksOf } from './contract/rules/ieo-proof.rules.js';
import { termsOf, wholeTableOf } from './contract/rules/ieo-table.rules.js';
import type { IeoAllotmentView } from './contract/trading/ieo-allotment.dto.js';
import { readAllotment } from './read-allotment.js';

const ROWS_AT_ONCE = 1000;

/** What each check says, for whoever runs it. */
const WORDS = {
  order: 'the rows are in the order of their account hashes, each once',
  seed: 'the seed is the one whose hash was published with the project',
  draw: 'what it was drawn by is the root over prices of an hour that began when applications had closed',
  hour: 'that hour is the first one that has a published root, and the root is that one; asked of the address',
  commitments: 'the rows are the applications that were sealed when they closed',
  first: 'the first round is what the rule gives',
  sum: 'the units together are the least of the supply and what was wanted, and what was sealed',
  root: 'the root of the first round is over these rows',
  second: 'the second round is what the rule gives of the lots that were not paid for',
  'second-root': 'the root of the second round is over these rows',
} as const satisfies Record<(typeof ALLOTMENT_CHECKS)[number], string>;

/**
 * `npm run verify-allotment -- https://example.com 7` reads the published table of a sale from the product at that address and
 * computes the whole of it again, and holds what it was drawn by against the published roots of the tape; `--save=FILE` keeps the table. `npm run verify-allotment -- FILE` does so with a table that
 * was kept. Ends with exit code 1 where anything is wrong. It needs no database and trusts nobody's result.
 */
async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const save = given.find((text) => text.startsWith('--save='))?.slice('--save='.length);
  const [place, id] = given.filter((text) => !text.startsWith('--'));
  if (place === undefined) throw new Error('Say where the table is: an address and the number of the sale, or a file.');
  const address = /^https?:\/\//.test(place) ? place.replace(/\/$/, '') : null;
  const table = address === null ? readAllotment(readFileSync(place, 'utf8'), place) : await fetched(address, id);
  if (save !== undefined) writeFileSync(save, JSON.stringify(table));
  const terms = termsOf(table);
  const roots = address === null ? null : await publishedRoots(address, terms);
  const checks = checkAllotment(table.code, terms, table.rows, roots);
  for (const check of checksOf(terms)) process.stdout.write(`${checks[check].padEnd(6)} ${WORDS[check]}\n`);
  const isWrong = ALLOTMENT_CHECKS.some((check) => checks[check] === 'wrong');
  const { name, rows, rounds, order } = table;
  const seals = rounds.map(({ round, root }) => `round ${round} ${root}`).join(', ');
  const verdict = isWrong ? 'WRONG' : 'right';
  process.stdout.write(`${name}: ${rows.length} applications, order ${order}, ${verdict} so far. ${seals}\n`);
  if (isWrong) process.exitCode = 1;
}

/** The roots of the tape that say whether the hour was the first one; null before the draw. */
async function publishedRoots(address: string, { draw, closed }: AllotmentTerms): Promise<TapeRootView[] | null> {
  if (draw === null) return null;
  const { from, to } = hoursOf(draw, closed);
  return read<TapeRootView[]>(address, 'tape/roots', { symbol: draw.symbol, from: String(from), to: String(to) });
}

async function read<Message>(address: string, path: string, asked: Record<string, string>): Promise<Message> {
  const reply = await fetch(`${address}/api/${path}?${new URLSearchParams(asked).toString()}`);
  const { type, message } = (await reply.json()) as { type: string; message: Message };
  if (type !== 'ok') throw new Error(`It cannot be read: ${JSON.stringify(message)}`);
  return message;
}

function fetched(address: string, id: string | undefined): Promise<IeoAllotmentView> {
  if (!/^[1-9][0-9]{0,8}$/.test(id ?? '')) throw new Error('Say the number of the sale after the address.');
  return wholeTableOf((after) =>
    read<IeoAllotmentView>(address, 'ieo/allotment', { id: id ?? '', after, limit: String(ROWS_AT_ONCE) }),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
