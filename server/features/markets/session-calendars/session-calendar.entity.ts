import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One trading session in local wall time; `close` before `open` means that it ends on the next day. */
export interface CalendarSession {
  /** ISO weekdays on which it opens, 1 = Monday. */
  days: number[];
  open: string;
  close: string;
}

@Entity('session_calendar')
export class SessionCalendarEntity {
  @PrimaryColumn('text')
  code: string;

  @Column('text', { name: 'time_zone' })
  timeZone: string;

  @Column('jsonb')
  sessions: CalendarSession[];

  /** Local dates `YYYY-MM-DD`, or closed spans of local time `YYYY-MM-DDTHH:MM/YYYY-MM-DDTHH:MM`. */
  @Column('jsonb')
  holidays: string[];
}
