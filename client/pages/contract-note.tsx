import { useQuery } from '@tanstack/react-query';
import { products } from '../features/trading/futures-account';
import styles from './home.module.css';

/** The highest leverage that a contract is offered with. */
export default function ContractNote({ symbol }: { symbol: string }) {
  const { data } = useQuery(products);
  const product = data?.find(({ market }) => market === symbol);
  if (!product || product.leverages.length === 0) return null;
  return <span className={styles.leverage}>{Math.max(...product.leverages)}x</span>;
}
