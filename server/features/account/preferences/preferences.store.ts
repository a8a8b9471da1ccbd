import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Layout, LAYOUT_PARTS_MAX } from '../../../contract/rules/layout.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** What a user has chosen, apart from the language and the favourites; null: nothing. */
export interface LookChoice {
  directionColours: string | null;
  appearance: string | null;
  tabs: string | null;
  /** By its parts; the empty text takes one back, and one that is not there stays. */
  layout: Layout;
}

export interface PreferencesRow extends LookChoice {
  /** 0 where nothing was ever chosen. */
  revision: number;
  language: string;
  /** Symbols of markets, the first first. */
  favourites: string[];
}

/** The SQL of what users prefer. */
@Injectable()
export class PreferencesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async read(userId: string): Promise<PreferencesRow> {
    const rows: PreferencesRow[] = await this.source.query(
      `select coalesce(p.revision, 0) as revision, u.language, p.direction_colours as "directionColours", p.appearance, p.tabs,
         coalesce(p.layout, '{}') as layout, array(select m.symbol from favourite_market f join market m on m.id = f.market_id
                where f.user_id = u.id order by f.id) as favourites
         from account_user u left join account_preference p on p.user_id = u.id where u.id = $1`,
      [userId],
    );
    const [row] = rows;
    if (!row) throw new Error(`There is no user ${userId}`);
    return row;
  }

  /**
   * Raises the revision, with which the user's preferences are held until the transaction ends, and puts what is given in the
   * place of what was chosen. @returns the new revision: 1 is the first. @throws Refusal `request.invalid` for too many parts of a layout.
   */
  change(tx: Transaction, userId: string, look: LookChoice, at: Date): Promise<number> {
    return this.put(tx, userId, { ...look, at, stays: false });
  }

  /** The same, but what was chosen already stays. */
  fill(tx: Transaction, userId: string, look: LookChoice, at: Date): Promise<number> {
    return this.put(tx, userId, { ...look, at, stays: true });
  }

  private async put(tx: Transaction, userId: string, wish: LookChoice & { at: Date; stays: boolean }): Promise<number> {
    const { directionColours, appearance, tabs, layout, at, stays } = wish;
    const parts = Object.entries(layout).filter(([, value]) => value !== '');
    const taken = Object.keys(layout).filter((part) => layout[part] === '');
    const rows: { revision: number; parts: number }[] = await tx.query(
      `insert into account_preference as p (user_id, revision, direction_colours, appearance, tabs, changed_at, layout)
       values ($1, 1, $2, $3, $4, $5, $7::jsonb)
       on conflict (user_id) do update set revision = p.revision + 1,
         direction_colours = coalesce(case when $6::boolean then p.direction_colours end, excluded.direction_colours, p.direction_colours),
         appearance = coalesce(case when $6::boolean then p.appearance end, excluded.appearance, p.appearance),
         tabs = coalesce(case when $6::boolean then p.tabs end, excluded.tabs, p.tabs),
         layout = case when $6::boolean then case when (select count(*) from jsonb_object_keys(excluded.layout || p.layout)) <= $9
                                                       then excluded.layout || p.layout else p.layout end else (p.layout || excluded.layout) - $8::text[] end,
         changed_at = excluded.changed_at
       returning revision, (select count(*)::integer from jsonb_object_keys(layout)) as parts`,
      [
        userId,
        directionColours,
        appearance,
        tabs,
        at,
        stays,
        JSON.stringify(Object.fromEntries(parts)),
        taken,
        LAYOUT_PARTS_MAX,
      ],
    );
    const [row] = rows;
    if ((row?.parts ?? 0) > LAYOUT_PARTS_MAX) throw new Refusal('request.invalid', { field: 'layout' });
    return row?.revision ?? 0;
  }

  /** Whether the market is there, and how many favourites the user has beside it. For whoever holds the preferences. */
  async placeFor(tx: Transaction, userId: string, symbol: string): Promise<{ isMarket: boolean; others: number }> {
    const rows: { isMarket: boolean; others: number }[] = await tx.query(
      `select exists (select from market where symbol = $2 and displayed) as "isMarket",
         (select count(*)::integer from favourite_market f join market m on m.id = f.market_id
           where f.user_id = $1 and m.symbol <> $2) as others`,
      [userId, symbol],
    );
    return rows[0] ?? { isMarket: false, others: 0 };
  }

  /**
   * Adds those of the markets that there are, in the order given, behind the favourites that the user has, until there are so
   * many. For whoever holds the preferences.
   */
  async add(
    tx: Transaction,
    userId: string,
    wish: { symbols: readonly string[]; most: number; at: Date },
  ): Promise<void> {
    await tx.query(
      `insert into favourite_market (user_id, market_id, added_at)
       select $1::bigint, m.id, $4::timestamptz from unnest($2::text[]) with ordinality as wish (symbol, place)
         join market m on m.symbol = wish.symbol and m.displayed
        where not exists (select from favourite_market f where f.user_id = $1 and f.market_id = m.id)
        order by wish.place
        limit greatest(0, $3::integer - (select count(*) from favourite_market f where f.user_id = $1))`,
      [userId, wish.symbols, wish.most, wish.at],
    );
  }

  /** One that is none is passed over. */
  async remove(tx: Transaction, userId: string, symbol: string): Promise<void> {
    await tx.query(
      `delete from favourite_market f using market m
        where f.user_id = $1 and m.id = f.market_id and m.symbol = $2`,
      [userId, symbol],
    );
  }
}
