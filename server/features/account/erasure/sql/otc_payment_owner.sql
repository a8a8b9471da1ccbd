-- Whose the payment is that an order keeps: the seller's, who is paid there; for cash the merchant's, whose place it is.
create or replace function otc_payment_owner(p_way text, p_merchant bigint, p_seller bigint) returns bigint
language sql immutable
as $$
  select case p_way when 'cash' then p_merchant else p_seller end
$$;
