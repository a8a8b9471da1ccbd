import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

/** Which money a call is about, in the specification's words: real money, or that of the demo. */
export const ACCOUNT_TYPES = ['real_account', 'simulation_account'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Whether a call is about demo money; real money when it does not say. */
export function isDemoAccount(type: AccountType | undefined): boolean {
  return type === 'simulation_account';
}

export function accountTypeOf(demo: boolean): AccountType {
  return demo ? 'simulation_account' : 'real_account';
}

/** The field `account_type` of a request; empty or missing: real money. */
export function AccountTypeField(): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsIn(ACCOUNT_TYPES)(target, key);
  };
}
