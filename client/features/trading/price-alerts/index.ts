export { AlertForm } from './alert-form';
export { draftOf, newDraft } from './alert-fields';
export { AlertsOf } from './alert-list';
export { ALERTS_KEY, type AlertList, type ListedAlert } from './price-alerts.api';
