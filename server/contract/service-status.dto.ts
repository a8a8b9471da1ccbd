import type { IncidentKind, IncidentState, SeenState, ServicePart } from './rules/service-status.rules.js';

export class ServiceDayView {
  /** `YYYY-MM-DD`, a day of UTC. */
  day: string;
  /** The worst that was seen on it; null: nothing was kept then. */
  state: SeenState | null;
  /** Hundredths of a percent of the day in which the part was seen to work, cut, never rounded up; null: nothing was kept then. */
  available: number | null;
}

export class ServicePartView {
  part: ServicePart;
  state: SeenState;
  /** The oldest first, today last. */
  days: ServiceDayView[];
}

export class IncidentUpdateView {
  state: IncidentState;
  /** In the language of the request, else in English, else in whichever there is. */
  text: string;
  /** Unix milliseconds, as all instants here. */
  at: number;
}

export class IncidentView {
  id: string;
  kind: IncidentKind;
  parts: ServicePart[];
  state: IncidentState;
  title: string;
  /** Of planned work: when it is to begin. */
  beginsAt: number;
  /** Of planned work: when it is to end; null: an incident. */
  endsAt: number | null;
  /** null: it goes on. */
  closedAt: number | null;
  /** The newest first. */
  updates: IncidentUpdateView[];
}

export class ServiceStatusView {
  /** Of when all this is: where nobody can look now it is older than the reply. */
  at: number;
  state: SeenState;
  parts: ServicePartView[];
  /** Those that go on or are planned, then those that ended within the days of the history, the newest first. */
  incidents: IncidentView[];
}

export class ServiceNoteView {
  id: string;
  kind: IncidentKind;
  state: IncidentState;
  title: string;
  beginsAt: number;
}

/** What every page says on top. */
export class ServiceNotesView {
  /** Incidents that go on, and planned work from a day before it begins. */
  notes: ServiceNoteView[];
}
