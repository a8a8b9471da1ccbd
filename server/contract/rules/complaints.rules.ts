/** What a complaint is about: a product, or what is around them. */
export const COMPLAINT_SUBJECTS = [
  'spot',
  'contract',
  'option',
  'earn',
  'otc',
  'deposit',
  'withdrawal',
  'account',
  'other',
] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];

/**
 * Received or reopened it waits for an answer; answered it may be reopened; closed it may not: the answer was the second one,
 * or is too old.
 */
export const COMPLAINT_STATES = ['received', 'answered', 'reopened', 'closed'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];

/** Within so many days of its receipt, or of its being reopened, a complaint is answered for good. */
export const COMPLAINT_ANSWER_DAYS = 15;
/** For so many days after the answer it may be reopened, once. */
export const COMPLAINT_REOPEN_DAYS = 30;
/** Characters of a complaint, and of an answer to it. */
export const COMPLAINT_LENGTH_MAX = 4000;
export const COMPLAINT_ORDER_LENGTH_MAX = 64;
/** New ones of a user within 24 hours. */
export const COMPLAINTS_A_DAY = 3;
