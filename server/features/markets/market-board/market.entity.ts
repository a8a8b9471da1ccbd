import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { MarketCategory } from '../../../contract/markets/markets.dto.js';
import { CurrencyEntity } from './currency.entity.js';

/** A market: a row, not code. Numbers with decimals are text, as Postgres gives them. */
@Entity('market')
export class MarketEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('text')
  symbol: string;

  @Column('text')
  name: string;

  @Column('text')
  category: MarketCategory;

  @ManyToOne(() => CurrencyEntity, { eager: true })
  @JoinColumn({ name: 'base_currency_id' })
  base: Relation<CurrencyEntity>;

  @ManyToOne(() => CurrencyEntity, { eager: true })
  @JoinColumn({ name: 'quote_currency_id' })
  quote: Relation<CurrencyEntity>;

  @Column('smallint', { name: 'price_scale' })
  priceScale: number;

  @Column('smallint', { name: 'quantity_scale' })
  quantityScale: number;

  @Column('boolean')
  spot: boolean;

  @Column('boolean')
  perpetual: boolean;

  @Column('boolean')
  option: boolean;

  @Column('boolean')
  displayed: boolean;

  @Column('boolean')
  recommended: boolean;

  @Column('integer')
  sort: number;

  /** Code of the session calendar. */
  @Column('text')
  calendar: string;

  @Column('numeric', { name: 'lot_size' })
  lotSize: string;

  @Column('integer', { name: 'lots_min' })
  lotsMin: number;

  @Column('integer', { name: 'lots_max' })
  lotsMax: number;

  @Column('numeric')
  spread: string;

  @Column('numeric', { name: 'perpetual_fee_percent' })
  perpetualFeePercent: string;

  @Column('numeric', { name: 'option_fee_percent' })
  optionFeePercent: string;

  @Column('numeric', { name: 'overnight_percent' })
  overnightPercent: string;

  /** The pair's instrument, whose trades make its last price, its candles and its book: spot is traded by them. */
  @Column('text', { name: 'pair_instrument' })
  priceInstrument: string;

  /**
   * The instrument whose last price and book the futures are traded by: a perpetual; null without futures. Nothing stands in
   * for a null.
   */
  @Column('text', { name: 'perpetual_instrument', nullable: true })
  perpetualInstrument: string | null;

  /**
   * The perpetual whose own index is read where the product is set to a single venue and the market says that one is enough; null
   * when there is none.
   */
  @Column('text', { name: 'mark_instrument', nullable: true })
  markInstrument: string | null;

  /** What the last stamp of funding was decided at; null before the first one, and without a perpetual. */
  @Column('numeric', { name: 'funding_rate', nullable: true })
  fundingRate: string | null;

  /** Constituents that must be live for a sound index, and for an option's price. */
  @Column('smallint', { name: 'constituents_min' })
  constituentsMin: number;

  /** Whether one venue is enough for an index, because there is no other that lists the thing. */
  @Column('boolean', { name: 'single_venue' })
  isSingleVenue: boolean;

  @Column('numeric', { name: 'outlier_ratio' })
  outlierRatio: string;

  @Column('numeric', { name: 'band_ratio' })
  bandRatio: string;

  /** What the simulation starts from. */
  @Column('numeric', { name: 'simulated_price' })
  simulatedPrice: string;

  /** Set when trading in the market is halted; shown to users. */
  @Column('text', { name: 'halted_reason', nullable: true })
  haltedReason: string | null;
}
