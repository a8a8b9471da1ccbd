import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Which positions alerts on margins are about. */
@Injectable()
export class PositionsOfAlertsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Open isolated positions of these users in these markets, real money alone. */
  async isolatedIn(pairs: readonly { userId: string; marketId: number }[]): Promise<number[]> {
    const rows: { id: number }[] = await this.source.query(
      `select f.id::float8 as id from unnest($1::bigint[], $2::integer[]) as given (user_id, market_id)
         join futures_position f on f.user_id = given.user_id and f.market_id = given.market_id
        where f.status = 1 and f.margin_mode = 'isolated' and not f.demo order by f.id`,
      [pairs.map(({ userId }) => userId), pairs.map(({ marketId }) => marketId)],
    );
    return rows.map(({ id }) => id);
  }
}
