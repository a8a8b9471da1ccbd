import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('currency')
export class CurrencyEntity {
  @PrimaryColumn('integer')
  id: number;

  @Column('text')
  code: string;

  @Column('text')
  name: string;

  /** Decimals that amounts of this currency may have. */
  @Column('smallint')
  scale: number;

  @Column('text')
  logo: string;
}
