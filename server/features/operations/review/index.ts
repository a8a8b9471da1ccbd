/** The front door of the review: the cases of the operators' desk, and what takes two people. */
export { askedCases, caseFilter, rowId } from './case-filter.js';
export { CasesStore, type ClaimColumns } from './cases.store.js';
export { ClaimCase } from './claim-case.js';
export { CountQueues } from './count-queues.js';
export type { ActingOperator } from './acting-operator.js';
export { type AgreedProposal, AgreedActs } from './agreed-acts.js';
export { AnnouncedActs } from './announced-acts.js';
export { type AnnouncedActRow, AnnouncedActsStore } from './announced-acts.store.js';
export {
  announcedActView,
  caseUserView,
  claimView,
  proposalView,
  listedAccount,
  listedUserView,
  takesTwoPeople,
  userRowView,
} from './desk-views.js';
export { DeskStore } from './desk.store.js';
export { seenKinds } from './seen-kinds.rules.js';
export { isPastDays, type ProposalRow, ProposalsStore } from './proposals.store.js';
export { ReviewModule } from './review.module.js';
export { type Asked, sameDetail, SecondPerson } from './second-person.js';
