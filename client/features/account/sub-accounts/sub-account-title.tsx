import { useQuery } from '@tanstack/react-query';
import { subAccounts } from './sub-accounts.api';
import styles from './sub-accounts.module.css';

/** Which sub-account a page is about. Nothing until it is known. */
export function SubAccountTitle({ id }: { id: string }) {
  const { data } = useQuery(subAccounts);
  const account = data?.list.find((each) => each.id === id);
  return account ? <p className={styles.name}>{account.label}</p> : null;
}
