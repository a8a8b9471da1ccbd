import { loadModule } from 'libpg-query';
import { layoutOf } from './sql-layout.mjs';

const GOOD = `-- Sums of what is charged, by the sign of each: a comment with  blanks and ITS OWN letters.
create or replace function sum_up(p_ids bigint[], p_scale integer, out sums numeric[]) returns numeric[]
language plpgsql
set search_path = public, pg_temp
as $$
declare
  each record;
begin
  sums := '{}'; -- a  remark
  for each in select d.value->>'id' as id, -d.amount as amount, 10 ^ -p_scale as unit
                from due d where d.id <> all (p_ids[1:2]) and d.at >= now() - interval '1 Day' loop
    begin
      if each.amount = -1 then
        continue;
      elsif each.amount is null then
        raise exception 'NOTHING of %', each.id using errcode = 'AB001';
      else
        sums := sums || array[case when each.id = 'x' then 1
                                   else round(each.amount, 2)::numeric end];
      end if;
    exception when sqlstate 'AB001' or unique_violation then
      sums := sums || 0::numeric;
    end;
  end loop;
  with kept as (select 1)
  insert into kept_sum (id)
  select k.id from kept k
  on conflict (id) do update
     set id = excluded.id;
end
$$;
`;

beforeAll(async () => {
  await loadModule();
});

it('finds nothing in what is laid out well', () => {
  expect(layoutOf(GOOD)).toEqual([]);
});

it.each<[fault: string, from: string, to: string]>([
  ['line 9: not one blank between sums and :=', "sums := '{}'", "sums:= '{}'"],
  ['line 2: not one blank between , and p_scale', '[], p_scale', '[],p_scale'],
  ['line 2: a blank between ( and p_ids', '(p_ids bigint', '( p_ids bigint'],
  ["line 9: a blank between '{}' and ;", "'{}';", "'{}' ;"],
  ['line 10: a blank between value and ->>', 'value->>', 'value ->>'],
  ['line 11: not one blank between <> and all', 'id <> all', 'id <>all'],
  ['line 11: != is written <>', '<>', '!='],
  ['line 11: several blanks in a line', 'all (p_ids', 'all  (p_ids'],
  ['line 11: not one blank between d and where', 'due d where', 'due d  where'],
  ['line 19: a blank between ) and ::', '2)::numeric', '2) ::numeric'],
  ['line 13: IF is not in lower case', 'if each.amount = -1', 'IF each.amount = -1'],
  ['line 7: Record is not in lower case', 'record', 'Record'],
  ['line 14: continue stands at 6, not at 8', '        continue', '      continue'],
  ['line 15: elsif stands at 8, not at 6', '      elsif', '        elsif'],
  ['line 20: end stands at 4, not at 6', '      end if', '    end if'],
  ['line 21: exception stands at 6, not at 4', '    exception', '      exception'],
  ['line 22: sums stands at 4, not at 6', '      sums := sums || 0', '    sums := sums || 0'],
  [
    'line 19: else goes on with a statement at 8 and stands at 4',
    '                                   else round',
    '    else round',
  ],
])('finds: %s', (fault, from, to) => {
  const text = GOOD.replace(from, to);
  expect(text).not.toBe(GOOD);
  expect(layoutOf(text).join('\n')).toContain(fault);
});
