/** The front door of the review: the cases of the operators' desk, and what takes two people. */
export { rowId } from './case-filter.js';
export { CountQueues } from './count-queues.js';
export type { ActingOperator } from './acting-operator.js';
export { AgreedActs } from './agreed-acts.js';
export { AnnouncedActs } from './announced-acts.js';
export { type AnnouncedActRow, AnnouncedActsStore } from './announced-acts.store.js';
export { announcedActView, proposalView, userRowView } from './desk-views.js';
export { DeskStore } from './desk.store.js';
export { type ProposalRow, ProposalsStore } from './proposals.store.js';
export { ReviewModule } from './review.module.js';
export { type Asked, SecondPerson } from './second-person.js';
