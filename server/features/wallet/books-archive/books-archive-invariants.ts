import { goneFromChain, registerInvariant, registerSubject } from '../ledger/index.js';

registerSubject({
  table: 'books_archive',
  // No journal is about it.
  touchedBy: 'select id from books_archive where false',
  sliceRows: 10_000,
  isChain: true,
});

registerInvariant({
  name: 'L21',
  says: 'The files of the archive are a chain over the sealed journals, each in one file, without a gap.',
  parts: [
    {
      over: 'books_archive',
      sql: `select c.id, c.first_seal, c.last_seal, null::boolean as demo
              from checked c
              left join books_archive b on b.id = c.id - 1
              left join ledger_seal f on f.id = c.first_seal
              left join ledger_seal l on l.id = c.last_seal
             where c.id < 1 or (c.id > 1 and b.id is null)
                or c.previous_hash <> coalesce(b.hash, decode(repeat('00', 32), 'hex'))
                or c.first_seal <> coalesce(b.last_seal, 0) + 1
                or (c.first_journal, c.last_journal) is distinct from (f.first_journal, l.last_journal)`,
    },
    goneFromChain('books_archive', 'v.verified_row as id, null::bigint as first_seal, null::bigint as last_seal'),
  ],
});
