import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An instrument whose price goes into a market's index. */
@Entity('market_constituent')
export class MarketConstituentEntity {
  @PrimaryColumn('integer', { name: 'market_id' })
  marketId: number;

  /** As written by `instrumentKey`: `bybit:spot:BTCUSDT`. */
  @PrimaryColumn('text')
  instrument: string;

  @Column('numeric')
  weight: string;
}
