import 'reflect-metadata';
// Loading the product's modules registers the invariants and the reasons of every feature.
import './app.module.js';
import { ReadSource } from './platform/database/read-source.store.js';
import { createDataSource } from './database/data-source.js';
import { BOOKS, type Book } from './contract/books.js';
import { brokenFor } from './features/wallet/ledger/check-books.js';
import { BooksStore } from './features/wallet/ledger/books.store.js';
import type { CheckedInvariant } from './features/wallet/ledger/findings.js';
import { registeredInvariants } from './features/wallet/ledger/invariants.js';
import { directAddressOf } from './platform/config/secrets.js';

/**
 * `npm run verify-books`: checks every invariant over the whole book, slice by slice, prints the rows that break one, and ends with exit
 * code 1 then. What is only late is printed, too, and breaks nothing. It only reads; the running product's own check is what switches to cancel-only.
 */
async function main(): Promise<void> {
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 1, false).initialize();
  try {
    const began = performance.now();
    const checked = await new BooksStore(new ReadSource(source)).check(registeredInvariants());
    for (const invariant of checked) process.stdout.write(report(invariant));
    const broken = checked.filter(({ rows }) => rows.length > 0);
    const standing = checked.reduce((sum, { quarantined }) => sum + quarantined.length, 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      broken.length === 0
        ? `The books are in order: ${checked.length} invariants hold (${seconds} s).\n`
        : `The books are broken: ${BOOKS.map((book) => saying(book, checked)).join('; ')} (${seconds} s).\n`,
    );
    const late = checked.filter(({ late: rows }) => rows.length > 0).map(({ name }) => name);
    if (late.length > 0) process.stdout.write(`Late, which stops nothing: ${late.join(', ')}.\n`);
    if (standing > 0) process.stdout.write(`In quarantine: ${standing} violations that two operators let stand.\n`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await source.destroy();
  }
}

function saying(book: Book, checked: CheckedInvariant[]): string {
  return `${book} money: ${brokenFor(book, checked).join(', ') || 'in order'}`;
}

function report({ name, says, rows, quarantined, late }: CheckedInvariant): string {
  const lines = [`${rows.length === 0 ? 'holds ' : 'BROKEN'} ${name} ${says}`];
  for (const { book, details } of late) lines.push(`         late: ${book} ${JSON.stringify(details)}`);
  for (const { book, details } of rows) lines.push(`         ${book} ${JSON.stringify(details)}`);
  for (const { book, details } of quarantined) lines.push(`         in quarantine: ${book} ${JSON.stringify(details)}`);
  return `${lines.join('\n')}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
