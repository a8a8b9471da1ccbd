/** The part of Luxon that is used here. */
declare module 'luxon' {
  interface InZone {
    zone: IANAZone;
  }
  export class IANAZone {
    static create(name: string): IANAZone;
    readonly isValid: boolean;
    /** Minutes east of UTC. */
    offset(milliseconds: number): number;
  }
  export class DateTime {
    static fromObject(values: { year: number; month: number; day: number; hour: number }, options: InZone): DateTime;
    static fromISO(text: string, options: InZone): DateTime;
    static fromMillis(milliseconds: number, options: InZone): DateTime;
    startOf(unit: 'day'): DateTime;
    toFormat(format: string): string;
    readonly isValid: boolean;
    /** 1 = Monday. */
    readonly weekday: number;
    set(values: { hour?: number; minute?: number }): DateTime;
    plus(duration: { days: number }): DateTime;
    toMillis(): number;
    valueOf(): number;
  }
}
