import { useQuery } from '@tanstack/react-query';
import { FormIntro } from '../../../ui/form';
import { subAccounts } from './sub-accounts.api';

/** Which sub-account a form is about. Nothing until it is known. */
export function SubAccountTitle({ id }: { id: string }) {
  const { data } = useQuery(subAccounts);
  const account = data?.list.find((each) => each.id === id);
  return account ? <FormIntro title={account.label} /> : null;
}
