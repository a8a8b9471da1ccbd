import { ForwardMigration } from './forward-migration.js';

/** Distances to UTC, in minutes, that are no whole hours and that a place has all the year. */
const PLACES: Readonly<Record<number, string>> = {
  [-570]: 'Pacific/Marquesas',
  210: 'Asia/Tehran',
  270: 'Asia/Kabul',
  330: 'Asia/Kolkata',
  345: 'Asia/Kathmandu',
  390: 'Asia/Yangon',
  525: 'Australia/Eucla',
  570: 'Australia/Darwin',
};

const places = Object.entries(PLACES).map(([minutes, name]) => `(${minutes}, '${name}')`);

/**
 * Programs wrote `+08:00` as the zone of their quiet hours before zones had names, where the runtime knew such zones; since then
 * it counts as none, and it was never quiet. They get the zone that has this distance all the year. What is more than whole hours and no
 * place's moves the hours themselves, so that they begin and end at the same instants.
 */
export class ZonesByName1763898273000 extends ForwardMigration {
  protected readonly statements = [
    `with written as (
       select user_id, (substr(zone, 1, 1) || '1')::integer
                * (substr(zone, 2, 2)::integer * 60 + coalesce(nullif(ltrim(substr(zone, 4), ':'), ''), '0')::integer) as minutes
         from notification_setting where zone ~ '^[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?$'),
     -- Times of the day are the same a day further.
     distant as (
       select user_id, case when minutes > 14 * 60 then minutes - 1440 when minutes < -12 * 60 then minutes + 1440
                            else minutes end as minutes
         from written),
     named as (
       select d.user_id, p.name as place, floor(d.minutes / 60.0)::integer as hours,
              case when p.name is null then d.minutes - floor(d.minutes / 60.0)::integer * 60 else 0 end as rest
         from distant d left join (values ${places.join(', ')}) p (minutes, name) on p.minutes = d.minutes)
     update notification_setting s
        set zone = coalesce(n.place, case sign(n.hours) when 0 then 'UTC' when 1 then concat('Etc/GMT-', n.hours)
                                     else concat('Etc/GMT+', -n.hours) end),
            quiet_from = mod(s.quiet_from - n.rest + 1440, 1440), quiet_until = mod(s.quiet_until - n.rest + 1440, 1440)
       from named n where n.user_id = s.user_id`,
  ];
}
