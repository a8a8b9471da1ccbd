import type { QueryRunner } from 'typeorm';
import { zoneNamed } from '../contract/rules/time-zone.rules.js';
import { choiceFrom } from '../features/account/notifications/notification-choice.js';
import { quietEnd } from '../features/account/notifications/quiet-hours.rules.js';
import { createTestDatabase } from '../test/database.js';
import { aUserId } from '../test/factories/ledger.js';
import { openedDatabases } from '../test/opened-databases.js';
import { ZonesByName1763898273000 } from './migrations/1763898273000-zones-by-name.js';

const { open } = openedDatabases();

/** From 22:00 to 00:10, as they were stored and as they are then; and when those that run at some instant of the night end. */
const STORED = [
  ['+08:00', 'Etc/GMT-8', '22:00', '00:10', '2026-01-04T16:10:00Z'],
  ['+0800', 'Etc/GMT-8', '22:00', '00:10', '2026-01-04T16:10:00Z'],
  ['-03', 'Etc/GMT+3', '22:00', '00:10', '2026-01-05T03:10:00Z'],
  ['+05:30', 'Asia/Kolkata', '22:00', '00:10', '2026-01-04T18:40:00Z'],
  ['-09:30', 'Pacific/Marquesas', '22:00', '00:10', '2026-01-05T09:40:00Z'],
  // No place has these all the year.
  ['-03:30', 'Etc/GMT+4', '21:30', '23:40', '2026-01-05T03:40:00Z'],
  ['+12:45', 'Etc/GMT-12', '21:15', '23:25', '2026-01-04T11:25:00Z'],
  ['+00:00', 'UTC', '22:00', '00:10', '2026-01-05T00:10:00Z'],
  ['-00:20', 'Etc/GMT+1', '21:20', '23:30', '2026-01-05T00:30:00Z'],
  ['+14:00', 'Etc/GMT-14', '22:00', '00:10', '2026-01-04T10:10:00Z'],
  ['-12:00', 'Etc/GMT+12', '22:00', '00:10', '2026-01-05T12:10:00Z'],
  // No clock shows these; they are that of a day before or after.
  ['+23:00', 'Etc/GMT+1', '22:00', '00:10', '2026-01-05T01:10:00Z'],
  ['-13:30', 'Etc/GMT-10', '21:30', '23:40', '2026-01-04T13:40:00Z'],
  // These are names, and stay.
  ['Asia/Tokyo', 'Asia/Tokyo', '22:00', '00:10', '2026-01-04T15:10:00Z'],
  ['eUrOpE/bErLiN', 'eUrOpE/bErLiN', '22:00', '00:10', '2026-01-04T23:10:00Z'],
] as const;

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

it('zones that were stored as a distance to UTC get a name, and their quiet hours the same instants', async () => {
  const source = await open(await createTestDatabase('own'));
  const users: string[] = [];
  for (const [zone] of STORED) {
    const user = await aUserId(source);
    users.push(user);
    await source.query(
      `insert into notification_setting (user_id, push, mail, quiet_from, quiet_until, zone, urgent_through, hide_amounts, changed_at)
       values ($1, '{}', '{}', $2, $3, $4, true, false, now())`,
      [user, minutes('22:00'), minutes('00:10'), zone],
    );
  }
  const never = await aUserId(source);
  await source.query(
    `insert into notification_setting (user_id, push, mail, zone, urgent_through, hide_amounts, changed_at)
     values ($1, '{}', '{}', '-03:30', true, false, now())`,
    [never],
  );
  // A second time there is nothing left of them.
  for (let time = 0; time < 2; time += 1) {
    await source.transaction((tx) => new ZonesByName1763898273000().up(tx.queryRunner as QueryRunner));
    for (const [index, [stored, zone, from, until, end]] of STORED.entries()) {
      const [row] = await source.query(
        `select push, mail, quiet_from as "quietFrom", quiet_until as "quietUntil", zone, urgent_through as "urgentThrough",
                hide_amounts as "hideAmounts" from notification_setting where user_id = $1`,
        [users[index]],
      );
      expect({ stored, ...row }).toMatchObject({ stored, zone, quietFrom: minutes(from), quietUntil: minutes(until) });
      const { quiet } = choiceFrom(row);
      expect(quiet).not.toBeNull();
      const night = new Date(Date.parse(end) - 3_600_000);
      expect({ stored, end: quiet && quietEnd(night, quiet) }).toEqual({ stored, end: new Date(end) });
      expect(zoneNamed(zone)).not.toBeNull();
    }
    expect(
      await source.query('select zone, quiet_from, quiet_until from notification_setting where user_id = $1', [never]),
    ).toEqual([{ zone: 'Etc/GMT+4', quiet_from: null, quiet_until: null }]);
  }
});
