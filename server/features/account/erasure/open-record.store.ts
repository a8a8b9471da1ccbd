import type { DataSource } from 'typeorm';
import type { SecretBox } from '../users/index.js';

/** What a part is bound to: nobody can put it into another record or at another place. */
export function partContext(erasureId: string, number: number): string {
  return `kept-record:${erasureId}:${number}`;
}

/**
 * What is kept of an erased account, opened: for `npm run operator -- kept-record`, by whoever has the installation's secrets. Null where
 * there is none, or none any more.
 */
export async function openedRecord(source: DataSource, secrets: SecretBox, userId: string): Promise<string | null> {
  const parts: { id: string; number: number; sealed: Buffer }[] = await source.query(
    `select p.erasure_id::text as id, p.number, p.sealed from retained_record k join retained_record_part p on p.erasure_id = k.erasure_id
      where k.user_id = $1 order by p.number`,
    [userId],
  );
  if (parts.length === 0) return null;
  return parts.map(({ id, number, sealed }) => secrets.open(sealed, partContext(id, number)).toString()).join('');
}
