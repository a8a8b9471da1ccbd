import type { ProposedView } from '../../../server/contract/operations';
import { deskPost } from '../frame/desk-call';
import { refreshDesk } from '../parts/use-desk-query';

/**
 * Proposes what is to change of a product. The list is read again also where it is refused: others may have changed it
 * meanwhile, and the form that is opened next has what stands there now.
 */
export async function proposeChange(path: string, asked: object, key: string): Promise<void> {
  try {
    await deskPost<ProposedView>(`products/${path}`, asked, key);
  } catch (error) {
    refreshDesk('products');
    throw error;
  }
  refreshDesk('products', 'proposals', 'queues');
}
