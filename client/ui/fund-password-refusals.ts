/** Refusals that are shown at the field `fundPassword` of a form. */
export const FUND_PASSWORD_REFUSALS = {
  'account.fund-password-wrong': 'fundPassword',
  'account.fund-password-format': 'fundPassword',
  'account.fund-password-missing': 'fundPassword',
  'account.fund-password-plain': 'fundPassword',
  'account.fund-password-locked': 'fundPassword',
  'account.fund-password-stays-locked': 'fundPassword',
} as const;
