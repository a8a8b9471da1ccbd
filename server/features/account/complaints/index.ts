/** The front door of the complaints: their rows, for the desk that answers them. Whoever adds to one locks it first. */
export { complaintEntryView, complaintView } from './complaint-views.js';
export { isOverdue } from './complaint-state.rules.js';
export { ComplaintsModule } from './complaints.module.js';
export { ComplaintsStore } from './complaints.store.js';
