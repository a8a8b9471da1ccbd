const SETTINGS = 'security definer set search_path = public, pg_temp set enable_seqscan = off';

/** Refuses where the product takes no new commitments: after a broken book, or when nobody has looked at the books. */
const ASSERT_OPEN = `
  create function trading_assert_open() returns void language plpgsql ${SETTINGS} as $$
  declare
    current trading_mode;
  begin
    select * into strict current from trading_mode;
    if current.mode <> 'open' or current.verified_at < clock_timestamp() - interval '3 minutes' then
      raise exception 'cancel-only' using errcode = 'LG005';
    end if;
  end $$`;

/**
 * What a seal covers, as text: every journal with its legs, in order. Instants are seconds since 1970 and amounts have
 * no trailing zeros, so that the text does not hang on a setting.
 */
const SEAL_LINES = `
  create function ledger_seal_lines(p_first bigint, p_last bigint)
  returns table (journal_id bigint, line text) language sql stable as $$
    select j.id, concat_ws('|', j.id, j.reason, j.reference, j.demo, extract(epoch from j.at), legs.line)
      from ledger_journal j
      left join (
        select p.journal_id, string_agg(concat_ws(':', p.account_id, p.sequence, p.currency_id,
                 trim_scale(p.amount), trim_scale(p.balance_after)), ',' order by p.account_id, p.sequence) as line
          from ledger_posting p where p.journal_id between p_first and p_last group by p.journal_id
      ) legs on legs.journal_id = j.id
     where j.id between p_first and p_last
  $$`;

/** Adds one seal over the journals after the last seal, at most ten thousand numbers; false when none is left. */
const SEAL = `
  create function ledger_seal_next(p_upto bigint, p_at timestamptz) returns boolean language plpgsql as $$
  declare
    previous ledger_seal;
    last bigint;
    content text;
    origin constant bytea := decode(repeat('00', 32), 'hex');
  begin
    perform pg_advisory_xact_lock(hashtext('ledger-seal'));
    select * into previous from ledger_seal order by id desc limit 1;
    if coalesce(previous.last_journal, 0) >= p_upto then
      return false;
    end if;
    last := least(coalesce(previous.last_journal, 0) + 10000, p_upto);
    select string_agg(l.line, chr(10) order by l.journal_id) into content
      from ledger_seal_lines(coalesce(previous.last_journal, 0) + 1, last) l;
    insert into ledger_seal (id, first_journal, last_journal, previous_hash, hash, sealed_at)
    values (coalesce(previous.id, 0) + 1, coalesce(previous.last_journal, 0) + 1, last,
      coalesce(previous.hash, origin),
      sha256(coalesce(previous.hash, origin) || convert_to(coalesce(content, ''), 'utf8')), p_at);
    return true;
  end $$`;

/** Seals that do not fit: out of the chain, or not the digest of what they cover now. All in one pass. */
const BROKEN_SEALS = `
  create function ledger_broken_seals()
  returns table (id bigint, first_journal bigint, last_journal bigint) language sql stable as $$
    with chain as materialized (
      select s.*, row_number() over steps as place, lag(s.hash) over steps as expected_hash,
             coalesce(lag(s.last_journal) over steps, 0) + 1 as expected_first
        from ledger_seal s window steps as (order by s.id)),
    starts as materialized (select array_agg(c.first_journal order by c.id) as firsts from chain c),
    contents as (
      select width_bucket(l.journal_id, (select firsts from starts)) as place,
             string_agg(l.line, chr(10) order by l.journal_id) as content
        from ledger_seal_lines(1, (select max(c.last_journal) from chain c)) l
       group by 1)
    select chain.id, chain.first_journal, chain.last_journal
      from chain left join contents on contents.place = chain.place
     where chain.id <> chain.place or chain.first_journal <> chain.expected_first
        or chain.previous_hash <> coalesce(chain.expected_hash, decode(repeat('00', 32), 'hex'))
        or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
  $$`;

/** The mode of the product, and the chain of seals over the journals. */
export const LEDGER_SEALS = [ASSERT_OPEN, SEAL_LINES, SEAL, BROKEN_SEALS];
