import { readFileSync, writeFileSync } from 'node:fs';
import { ALLOTMENT_CHECKS, type AllotmentTerms, checkAllotment } from './contract/rules/ieo-proof.rules.js';
import { wholeTableOf } from './contract/rules/ieo-table.rules.js';
import type { IeoAllotmentView } from './contract/trading/ieo.dto.js';
import { readAllotment } from './read-allotment.js';

const ROWS_AT_ONCE = 1000;

/** What each check says, for whoever runs it. */
const WORDS = {
  order: 'the rows are in the order of their account hashes, each once',
  seed: 'the seed is the one whose hash was published with the project',
  commitments: 'the rows are the applications that were sealed when they closed',
  first: 'the first round is what the rule gives',
  sum: 'the units together are the least of the supply and what was wanted, and what was sealed',
  root: 'the root of the first round is over these rows',
  second: 'the second round is what the rule gives of the lots that were not paid for',
  'second-root': 'the root of the second round is over these rows',
} as const satisfies Record<(typeof ALLOTMENT_CHECKS)[number], string>;

/**
 * `npm run verify-allotment -- https://example.com 7` reads the published table of a sale from the product at that address and
 * computes the whole of it again; `--save=FILE` keeps the table. `npm run verify-allotment -- FILE` does so with a table that
 * was kept. Ends with exit code 1 where anything is wrong. It needs no database and trusts nobody's result.
 */
async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const save = given.find((text) => text.startsWith('--save='))?.slice('--save='.length);
  const [place, id] = given.filter((text) => !text.startsWith('--'));
  if (place === undefined) throw new Error('Say where the table is: an address and the number of the sale, or a file.');
  const table = /^https?:\/\//.test(place)
    ? await fetched(place, id)
    : readAllotment(readFileSync(place, 'utf8'), place);
  if (save !== undefined) writeFileSync(save, JSON.stringify(table));
  const checks = checkAllotment(table.code, termsOf(table), table.rows);
  for (const check of ALLOTMENT_CHECKS) process.stdout.write(`${checks[check].padEnd(6)} ${WORDS[check]}\n`);
  const isWrong = ALLOTMENT_CHECKS.some((check) => checks[check] === 'wrong');
  const { name, rows, rounds } = table;
  const roots = rounds.map(({ round, root }) => `round ${round} ${root}`).join(', ');
  process.stdout.write(`${name}: ${rows.length} applications, ${isWrong ? 'WRONG' : 'right'} so far. ${roots}\n`);
  if (isWrong) process.exitCode = 1;
}

function termsOf(table: IeoAllotmentView): AllotmentTerms {
  const { project_id: projectId, supply, cap, seed_hash: seedHash, seed, rounds } = table;
  return { projectId, supply, cap, seedHash, seed, rounds };
}

function fetched(address: string, id: string | undefined): Promise<IeoAllotmentView> {
  if (!/^[1-9][0-9]{0,8}$/.test(id ?? '')) throw new Error('Say the number of the sale after the address.');
  return wholeTableOf(async (after) => {
    const query = new URLSearchParams({ id: id ?? '', after, limit: String(ROWS_AT_ONCE) });
    const reply = await fetch(`${address.replace(/\/$/, '')}/api/ieo/allotment?${query.toString()}`);
    const { type, message } = (await reply.json()) as { type: string; message: IeoAllotmentView };
    if (type !== 'ok') throw new Error(`The table cannot be read: ${JSON.stringify(message)}`);
    return message;
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
