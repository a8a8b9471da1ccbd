import type { DataSource } from 'typeorm';

/** Stored functions ask for the row before and after a change (`returning old, new`), which versions before this one cannot read. */
export const OLDEST_POSTGRES = 18;

/** What no start and no migration goes on with. @throws Error for a server that is older than the product's functions need. */
export async function requireKnownPostgres(source: DataSource): Promise<void> {
  const [found]: { version: string; number: string }[] = await source.query(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number`,
  );
  if (found && Math.floor(Number.parseInt(found.number, 10) / 10_000) >= OLDEST_POSTGRES) return;
  throw new Error(
    `Postgres ${found?.version} is too old: the product needs ${OLDEST_POSTGRES} or newer (server/documents/operations.md, "Postgres").`,
  );
}

/** Connects to the product's Postgres, and to none that is too old. */
export async function openKnown(source: DataSource): Promise<DataSource> {
  await source.initialize();
  try {
    await requireKnownPostgres(source);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
