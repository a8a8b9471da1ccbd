import { Injectable } from '@nestjs/common';
import type { FoundView } from '../../../contract/operations/records.dto.js';
import { USER_RECORD_KINDS, type UserRecordKind } from '../../../contract/operations/words.js';
import type { Sought } from './find.rules.js';
import { RECORD_QUERIES } from './record-queries.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

export type FoundRow = Omit<FoundView, 'at'> & { at: Date };

const ACCOUNT = 'coalesce(u.username, u.phone, u.email, u.id::text)';
/** Whatever is found, people read no more. */
const FOUND_MAX = 50;

/** Looks things up by what only they bear: each part goes by an index. */
@Injectable()
export class FindStore {
  constructor(private readonly reads: ReadSource) {}

  users({ number, emailKeys, phones, usernameKey }: Sought): Promise<FoundRow[]> {
    return this.reads.query(
      `select 'user' as kind, u.id::text, u.id::text as "userId", ${ACCOUNT} as account, '' as about,
              case when u.disabled_at is not null then 'disabled' end as status, u.created_at as at
         from account_user u
        where u.id = $1::bigint or u.email_key = any($2::text[]) or u.phone = any($3::text[]) or u.username_key = $4
        order by u.id desc limit ${FOUND_MAX}`,
      [number, emailKeys, phones, usernameKey],
    );
  }

  /** One of each product at most: numbers of different products have nothing to do with each other. */
  numbered(number: string): Promise<FoundRow[]> {
    const parts = USER_RECORD_KINDS.map((kind) => `(${rowsOf(kind, 'x.id = $1::bigint')})`);
    return this.reads.query(parts.join(' union all '), [number]);
  }

  /** Deposits and withdrawals of that transaction. */
  ofTransaction(hash: string): Promise<FoundRow[]> {
    return this.reads.query(
      `(${rowsOf('deposit', 'x.tx_hash = $1')} order by x.id desc limit ${FOUND_MAX})
       union all (${rowsOf('withdrawal', 'x.chain_tx = any (array[$1, $2])')} order by x.id desc limit ${FOUND_MAX})`,
      [hash, `0x${hash}`],
    );
  }
}

function rowsOf(kind: UserRecordKind, where: string): string {
  const { from, columns } = RECORD_QUERIES[kind];
  const owner = kind === 'otc' ? 'x.taker_id' : 'x.user_id';
  return `select '${kind}' as kind, x.id::text, u.id::text as "userId", ${ACCOUNT} as account,
      (${columns.about})::text as about, (${columns.status ?? 'x.status'})::text as status,
      ${kind === 'option' ? 'x.opened_at' : 'x.created_at'} as at
    from ${from} join account_user u on u.id = ${owner} where ${where}`;
}
