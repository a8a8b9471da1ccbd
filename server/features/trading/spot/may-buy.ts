/**
 * SQL: whether the owner of a row may buy: no purchase of who takes a break, which is taken back, and none that the user's country does
 * not let, which goes on waiting. It takes long to answer, so that it is asked once of each owner and not of each row.
 */
export const mayBuy = (
  row: string,
  at: string,
): string => `(country_rule_allows(${row}.user_id, 'spot', null) and not exists (
            select from own_limit_account l where l.user_id = person_of(${row}.user_id)
               and ((l.break_until > database_now(${at}) and not ${row}.demo)
                 or (l.excluded_until > database_now(${at}) and ${row}.demo))))`;
