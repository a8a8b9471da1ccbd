import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** A user without anything but a number. */
export async function aUser(source: DataSource): Promise<string> {
  const rows: { id: string }[] = await source.query(
    'insert into account_user (extension_code, created_at) values ($1, now()) returning id',
    [`T${randomBytes(5).toString('hex').toUpperCase()}`],
  );
  return (rows[0] as { id: string }).id;
}

/** Events with their own number in them, each in a transaction of its own as far as its readers can tell. */
export async function appendNotices(
  source: DataSource,
  userId: string,
  count: number,
  at: Date = new Date(0),
): Promise<void> {
  await source.query(
    `select outbox_append($1, 'notice', jsonb_build_object('entity', 'notice:' || number, 'entityVersion', 1,
              'noticeId', number::text, 'notice', 'test', 'parameters', jsonb_build_object()), $3)
       from generate_series(1, $2::integer) number`,
    [userId, count, at],
  );
}
