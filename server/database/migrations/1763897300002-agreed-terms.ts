import { always, ForwardMigration } from './forward-migration.js';

/** By table: the kind that its terms are proposed as, the column of the subject, and the terms that are updated. */
const TERMS = {
  option_term: [
    'option-terms',
    'id',
    'payout_ratio, even_payout_ratio, minimum, maximum, fee_ratio, enabled, updated_at',
  ],
  spot_product: ['spot-terms', 'market_id', 'fee_ratio, minimum_amount, maximum_amount, enabled'],
  futures_product: ['perpetual-terms', 'market_id', 'leverages, open_lots_max, enabled, leverages_before'],
  trust_product: ['trust-terms', 'id', 'minimum, maximum, daily_ratio, quota, enabled'],
} as const;

/** The most of each column: `TERM_BOUNDS` of contract/rules/product-terms.rules.ts; bands and moves end where those of a day do. */
const BOUNDS = {
  option_term: {
    payout_ratio: '1',
    even_payout_ratio: '4',
    fee_ratio: '0.1',
    even_band_ratio: '0.0049',
    move_ratio: '0.0003',
  },
  spot_product: { fee_ratio: '0.05' },
  futures_product: { leverages: '20', open_lots_max: '1000000000' },
  market: { lots_max: '1000000000', perpetual_fee_percent: '1' },
  trust_product: { daily_ratio: '0.01' },
} as const;

/** Beyond its bound; of a list, by how many there are. */
const beyond = ([column, most]: [string, string]) =>
  column === 'leverages' ? `cardinality(new.leverages) > ${most}` : `new.${column} > ${most}`;

/**
 * Bounds are looked for in what is written: in rows that are added, and in columns that become something else. A check of the table
 * would look at all columns whenever anything of the row is written.
 */
const bounded = ([table, bounds]: [string, Record<string, string>]) => [
  `create trigger ${table}_bounds_insert before insert on ${table} for each row
     when (${Object.entries(bounds).map(beyond).join(' or ')}) execute function product_terms_bounded()`,
  `create trigger ${table}_bounds_update before update of ${Object.keys(bounds).join(', ')} on ${table} for each row
     when (${Object.entries(bounds)
       .map(([column, most]) => `new.${column} is distinct from old.${column} and ${beyond([column, most])}`)
       .join(' or ')}) execute function product_terms_bounded()`,
  ...always(table, [`${table}_bounds_insert`, `${table}_bounds_update`]),
];

const each = (from: object, make: (table: string) => string[]) => Object.keys(from).flatMap(make);

/**
 * Terms of products are what two operators agreed on, within bounds that nobody passes (decision 178). The bounds are not looked
 * for in what is there: what somebody set by hand stays so until it is set anew, and stops neither an upgrade nor what else is written
 * of its row.
 */
export class AgreedTerms1763897300002 extends ForwardMigration {
  protected readonly statements = [
    ...Object.entries(BOUNDS).flatMap(bounded),
    ...Object.entries(TERMS).map(
      ([table, [kind, subject]]) => `create trigger ${table}_terms_agreed before update on ${table}
        for each row execute function product_terms_agreed('${kind}', '${subject}')`,
    ),
    `create trigger market_terms_agreed before update of lots_max, perpetual_fee_percent on market
       for each row execute function product_terms_agreed('perpetual-terms', 'id')`,
    `create trigger leverages_retained before update of leverages, leverages_before on futures_product
       for each row execute function leverages_retained()`,
    ...always('futures_product', ['leverages_retained']),
    `create trigger option_term_agreed before insert on option_term for each row execute function option_term_agreed()`,
    `create trigger trust_product_agreed before insert on trust_product
       for each row execute function trust_product_agreed()`,
    `create trigger market_listed before insert on market for each row execute function market_listed()`,
    ...each({ ...TERMS, market: true }, (table) => always(table, [`${table}_terms_agreed`])),
    ...always('option_term', ['option_term_agreed']),
    ...always('trust_product', ['trust_product_agreed']),
    ...always('market', ['market_listed']),
    `do $$ begin if exists (select from pg_roles where rolname = 'gateway_app') then
       ${Object.entries(TERMS)
         .map(
           ([table, [, , columns]]) => `revoke update on ${table} from gateway_app;
       grant update (${columns}) on ${table} to gateway_app;`,
         )
         .join('\n       ')}
       -- They come with their markets, which are seeded.
       revoke insert on futures_product from gateway_app;
     end if; end $$`,
  ];
}
