/** The front door of invitations and rebates. */
export { InvitationCard, RecordsLink } from './invitation-card';
export { PosterView } from './poster-view';
export { Ranking } from './ranking';
export { PeopleList, RebateList } from './records';
export { poster, REFERRAL_KEYS } from './referral.api';
export { DemoNote, RulesCard } from './rules-card';
export { pictureOf, savePicture } from './save-picture';
