/** What users know the product by; the page of its state has a line for each. */
export const SERVICE_PARTS = [
  'prices',
  'spot',
  'contracts',
  'options',
  'deposits',
  'withdrawals',
  'login',
  'notices',
] as const;
export type ServicePart = (typeof SERVICE_PARTS)[number];

/** `degraded`: it works, late or not for everybody. */
export const PART_STATES = ['up', 'degraded', 'down'] as const;
export type PartState = (typeof PART_STATES)[number];
/** `unknown`: nobody looked, which is not the same as well. */
export type SeenState = PartState | 'unknown';

export const INCIDENT_KINDS = ['incident', 'maintenance'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** How an incident goes on, and planned work; `resolved` ends both. */
export const INCIDENT_STATES = [
  'investigating',
  'identified',
  'monitoring',
  'planned',
  'under-way',
  'resolved',
] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
export const STATES_OF: Record<IncidentKind, readonly IncidentState[]> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['planned', 'under-way', 'resolved'],
};

/** Days of the history, today among them. */
export const STATUS_DAYS = 90;
/** After so long without a look nobody knows how it was. Seconds. */
export const UNSEEN_AFTER_SECONDS = 90;
export const INCIDENT_TITLE_MAX = 120;
export const INCIDENT_TEXT_MAX = 2000;
/** Of one incident; the last one ends it. */
export const INCIDENT_UPDATES_MAX = 100;

const WORST: readonly SeenState[] = ['up', 'degraded', 'unknown', 'down'];

/** The worst of them; nothing at all is unknown. */
export function worstState(states: readonly SeenState[]): SeenState {
  if (states.length === 0) return 'unknown';
  return states.reduce((worst, state) => (WORST.indexOf(state) > WORST.indexOf(worst) ? state : worst), 'up');
}
