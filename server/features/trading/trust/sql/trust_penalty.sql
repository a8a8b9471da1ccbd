-- What redeeming an order costs after the days of interest that are booked, by the rule it was bought with: `redeem`
-- of contract/rules/trust.rules.ts. Null where it cannot be redeemed, and at the end of its term.
create or replace function trust_penalty(o trust_order) returns numeric
language sql immutable parallel safe
as $$
  select case when o.redemption_rule <> 'none' and o.accrued_days < o.term_days then
    trunc(least(
      case o.redemption_rule
        when 'forfeit-interest' then o.income
        when 'discounted-rate' then greatest(
          o.income - trust_daily_interest(o.principal, o.redemption_ratio, o.scale) * o.accrued_days, 0)
        when 'fixed-fee' then o.daily_interest * o.redemption_ratio
        when 'remaining-days' then o.redemption_ratio * (o.term_days - o.accrued_days) * o.principal
      end,
      o.principal,
      case when o.penalty_capped then o.income end), o.scale) end
$$;
